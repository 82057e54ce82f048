/**
 * The messages of the server as the pages see them (docs/api.md). Types only, no code.
 *
 * @typedef {{text: string, amount: number, rule: string}} Modifier
 * @typedef {{value: number, sides: number, text: string, rule: string, needed: number|null,
 *   success: boolean|null, modifiers: Modifier[], faces: number[]}} Roll
 * @typedef {{text: string, rules: string[], rolls: Roll[], heading: boolean, shot: boolean}} Sentence
 * @typedef {{code: string, text: string, rule: string}} Refusal
 * @typedef {{text: string, group: string, label: string, detail: string, icon: string, key: string,
 *   cost: number, unit: string, target: string, place: string, random: boolean, explained: boolean,
 *   refusal: Refusal|null, amount: Amount|null}} Order
 * @typedef {{name: string, value: number, low: number, high: number, text: string}} Amount
 * @typedef {{on: number, full: number}} Pips
 * @typedef {{letter: string, role: string, state: string, note: string, name: string}} CrewSeat
 * @typedef {{unit: string, side: number, name: string, kind: string, kind_name: string, place: string,
 *   placed: string, hull: number|null, turret: number|null, plates: number[]|null, actions: Pips|null,
 *   points: Pips, ways: number, track: string, note: string, facts: [string, string][], loaded: string|null, crew: CrewSeat[],
 *   kit: [string, boolean][], state: string[]}} Card
 * @typedef {{turn: number, turns: number, phase: string, text: string,
 *   chips: [string, number, string][], result: string, winner: number|null,
 *   extras: Object<string, string>, period: string, currency: string}} Status
 * @typedef {{id: string, name: string, summary: string, briefing: string, victory: string,
 *   sides: string[], turns: number, rule: string, roster: RosterUnit[], points: number,
 *   period: string}} ScenarioInfo
 * @typedef {{unit: string, side: number, kinds: string[], name: string, sample: string}} RosterUnit
 * @typedef {{id: string, values: string[], default: string, text: string, rule: string,
 *   number: boolean, low: number, high: number}} OptionInfo
 * @typedef {{title: string, options: string[], scenarios: string[]}} OptionGroup
 * @typedef {{id: string, name: string, prefix: string, scenarios: ScenarioInfo[], options: OptionInfo[],
 *   groups: OptionGroup[], players: {id: string, name: string, text: string}[], campaigns: boolean}} RulesetInfo
 * @typedef {{seat: number, side: string, kind: string, player: string}} SeatInfo
 * @typedef {{number: number, sentences: Sentence[]}} LogPart
 * @typedef {{head: string, layers: Object<string, string>, digests: Object<string, string>}} Board
 * @typedef {{game: string, number: number, ruleset: {id: string, name: string}, scenario: ScenarioInfo,
 *   options: Object<string, string|number|boolean>, seat: number|null, seats: SeatInfo[], status: Status, to_act: number[], yours: boolean,
 *   orders: Order[], able: string[], unit: string, acting: string, cards: Card[], board: Board, reach: Object<string, number>, log: LogPart[],
 *   win: number|null, undo: {possible: boolean, why: string, asked: number|null},
 *   result: {winner: number, text: string}|null, secrets: boolean, stopped?: {why: string, text: string, rule: string}|null}} TableView
 * @typedef {{adviser: string, orders: {text: string, label: string, value: number, share: number|null}[]}} Hint
 * @typedef {{text: string, chance: string, value: number, group: string, mark: string,
 *   rule: string}} OddsLine
 * @typedef {{title: string, subtitle: string, needed: number|null, modifiers: Modifier[],
 *   lines: OddsLine[], notes: [string, string][], exact: boolean, samples: number,
 *   situation: {data: any, notes: [string, string][]}|null}} Odds
 *
 * The garage.
 * @typedef {{id: string, name: string, cost: number, limit: number, text: string, rule: string}} Purchase
 * @typedef {{id: string, name: string, base: number, limit: number, cost: number, rule: string}} Facing
 * @typedef {{id: string, name: string, comes_with: string}} Member
 * @typedef {{id: string, name: string, text: string, rule: string, low: number, high: number, step: number,
 *   choices: {value: any, name: string, sets: Object<string, any>}[],
 *   several: boolean, words: number}} Field
 * @typedef {{id: string, name: string, most: number, blank: any, fields: Field[], inner: Rows|null}} Rows
 * @typedef {{id: string, name: string, figure: string, text: string, rule: string, budget: number,
 *   facings: Facing[], upgrades: Purchase[], crew: Member[], sets: Object<string, any>,
 *   sections: {title: string, fields: Field[], rows: Rows|null}[], bare: Object<string, any>}} UnitOffer
 * @typedef {{id: string, name: string, text: string, rule: string, unit: string, build: Build, points: number}} Sample
 * @typedef {{id: string, name: string, tones: string[]}} Look
 * @typedef {{units: UnitOffer[], samples: Sample[], bonuses: {id: string, text: string, points: number,
 *   rule: string}[], schemes: Look[], patterns: Look[], options: string[]}} GarageOffer
 * @typedef {Object<string, any> & {name: string, paint: {scheme: string, pattern: string}}} Build as its ruleset writes it
 * @typedef {{build: Build, name: string, cost: number, budget: number, legal: boolean, earned: string[],
 *   lines: {item: string, count: number, points: number}[], broken: Refusal[], warnings: Refusal[],
 *   workings: {title: string, steps: [string, string, string][]}[], card: string, toml: string}} Judged
 * @typedef {{id: string, ruleset: string, name: string, unit: string, cost: number, budget: number,
 *   legal: boolean, build: Build, updated: string}} SavedBuild
 *
 * What is chosen but not yet ordered: one order, or the orders of a plan.
 * @typedef {{texts: string[], order: Order|null, others: Order[], place: string, target: string,
 *   label: string, cost: number, random: boolean, refusal: Refusal|null, route: string[], words?: string[], amount?: number}} Pick
 */

export {};
