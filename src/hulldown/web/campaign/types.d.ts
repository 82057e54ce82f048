/** The messages about campaigns (docs/api.md). */

import type * as Api from "api";

export type {
  BattleView as Battle,
  CampaigningPurchase as Purchase,
  CampaignSide as Side,
  CampaignStanding as Standing,
  CampaignView,
  MemberView as Member,
  TankView as Tank,
} from "api";

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
  shown: Api.CampaignView | null;
  card: (tank: Api.TankView, side: Api.CampaignSide, deciding: Deciding | null) => Element;
}

/** The keeper's, and by seat. */
export interface Tokens {
  keeper: string;
  seats: Record<string, string>;
}
