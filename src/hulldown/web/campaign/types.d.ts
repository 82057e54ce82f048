/** The messages about campaigns (docs/api.md). */

import type { Sentence } from "../shared/types.js";

export interface Member {
  role: string;
  name: string;
  xp: number;
  rank: string;
  next_at: number | null;
  skill: string;
  battles: number;
  seated: boolean;
}

export interface Purchase {
  id: string;
  name: string;
  text: string;
  cost: number;
  count: number;
  least: number;
  most: number;
  rule: string;
}

export interface Tank {
  name: string;
  armor: number[];
  kit: string[];
  points: number;
  saved: number;
  most: number;
  crew: Member[];
  battles: number;
  kills: number;
  lost: number;
  stands_for: string;
  purchases: Purchase[];
}

export interface Side {
  seat: number;
  name: string;
  victories: number;
  xp: number;
  tanks: Tank[];
  fallen: string[];
}

export interface Battle {
  number: number;
  scenario: string;
  name: string;
  summary: string;
  state: string;
  game: string;
  winner: number | null;
  fielded: [string, string][];
  told: Sentence[];
}

export interface Standing {
  name: string;
  packs: string[];
  stage: string;
  text: string;
  winner: number | null;
  battles: Battle[];
  sides: Side[];
}

export interface CampaignView {
  campaign: string;
  ruleset: string;
  number: number;
  yours: number[];
  begins: boolean;
  leaders: { seat: number; kind: string; player: string; name: string }[];
  fight: string;
  standing: Standing;
}

export interface Deciding {
  weigh: (refit: any) => Promise<any>;
  refit: (refit: any) => Promise<any>;
  first: (tank: string) => Promise<any>;
}

// ---------------------------------------------------------------- of the page

/** The campaign, and how it stands here; `differing` tells what is not by the printed rules. */
export interface Page {
  differing: HTMLElement;
  id: string;
  shown: CampaignView | null;
  card: (tank: Tank, side: Side, deciding: Deciding | null) => Element;
}

/** The keeper's, and by seat. */
export interface Tokens {
  keeper: string;
  seats: Record<string, string>;
}
