/**
 * The messages about campaigns (docs/api.md). Types only, no code.
 *
 * @typedef {{role: string, name: string, xp: number, rank: string, next_at: number|null, skill: string,
 *   battles: number, seated: boolean}} Member
 * @typedef {{id: string, name: string, text: string, cost: number, count: number, least: number,
 *   most: number, rule: string}} Purchase
 * @typedef {{name: string, armor: number[], kit: string[], points: number, saved: number, most: number,
 *   crew: Member[], battles: number, kills: number, lost: number, stands_for: string,
 *   purchases: Purchase[]}} Tank
 * @typedef {{seat: number, name: string, victories: number, xp: number, tanks: Tank[], fallen: string[]}} Side
 * @typedef {{number: number, scenario: string, name: string, summary: string, state: string, game: string,
 *   winner: number|null, fielded: [string, string][], told: import("../shared/types.js").Sentence[]}} Battle
 * @typedef {{name: string, stage: string, text: string, winner: number|null, battles: Battle[],
 *   sides: Side[]}} Standing
 * @typedef {{campaign: string, ruleset: string, number: number, yours: number[], begins: boolean,
 *   leaders: {seat: number, kind: string, player: string, name: string}[], fight: string,
 *   standing: Standing}} CampaignView
 * @typedef {{weigh: (refit: any) => Promise<any>, refit: (refit: any) => Promise<any>,
 *   first: (tank: string) => Promise<any>}} Deciding
 */

export {};
