/**
 * The messages of the server as the pages see them (docs/api.md). Types only, no code.
 *
 * @typedef {{text: string, amount: number, rule: string}} Modifier
 * @typedef {{value: number, sides: number, text: string, rule: string, needed: number|null,
 *   success: boolean|null, modifiers: Modifier[]}} Roll
 * @typedef {{text: string, rules: string[], rolls: Roll[], heading: boolean}} Sentence
 * @typedef {{code: string, text: string, rule: string}} Refusal
 * @typedef {{text: string, group: string, label: string, detail: string, icon: string, key: string,
 *   cost: number, unit: string, target: string, place: string, random: boolean,
 *   refusal: Refusal|null}} Order
 * @typedef {{on: number, full: number}} Pips
 * @typedef {{letter: string, role: string, state: string, note: string, name: string}} CrewSeat
 * @typedef {{unit: string, side: number, name: string, kind: string, kind_name: string, place: string,
 *   placed: string, hull: number|null, turret: number|null, plates: number[]|null, actions: Pips|null,
 *   points: Pips, facts: [string, string][], loaded: string|null, crew: CrewSeat[],
 *   kit: [string, boolean][], state: string[]}} Card
 * @typedef {{turn: number, turns: number, phase: string, text: string,
 *   chips: [string, number, string][], result: string, winner: number|null}} Status
 * @typedef {{id: string, name: string, summary: string, briefing: string, victory: string,
 *   sides: string[], turns: number, rule: string}} ScenarioInfo
 * @typedef {{id: string, values: string[], default: string, text: string, rule: string,
 *   number: boolean, low: number, high: number}} OptionInfo
 * @typedef {{seat: number, side: string, kind: string, player: string}} SeatInfo
 * @typedef {{number: number, sentences: Sentence[]}} LogPart
 * @typedef {{head: string, layers: Object<string, string>, digests: Object<string, string>}} Board
 * @typedef {{game: string, number: number, ruleset: {id: string, name: string}, scenario: ScenarioInfo,
 *   seat: number|null, seats: SeatInfo[], status: Status, to_act: number[], yours: boolean,
 *   orders: Order[], cards: Card[], board: Board, reach: Object<string, number>, log: LogPart[],
 *   win: number|null, undo: {possible: boolean, why: string, asked: number|null},
 *   result: {winner: number, text: string}|null, stopped?: {why: string, text: string, rule: string}|null}} TableView
 * @typedef {{text: string, chance: string, value: number, group: string, mark: string,
 *   rule: string}} OddsLine
 * @typedef {{title: string, subtitle: string, needed: number|null, modifiers: Modifier[],
 *   lines: OddsLine[], notes: [string, string][], exact: boolean, samples: number}} Odds
 *
 * What is chosen but not yet ordered: one order, or the orders of a plan.
 * @typedef {{texts: string[], order: Order|null, others: Order[], place: string, target: string,
 *   label: string, cost: number, random: boolean, refusal: Refusal|null, route: string[]}} Pick
 */

export {};
