/** What the scripts of this room hand to each other, as the server sends it. */

export type {
  Hit,
  Own,
  ReadingChapter as Reading,
  RulebookAnswer as Book,
  RuleText as Rule,
  Uses,
} from "api";

/** What a pack says beside rules, by their ids. */
export interface Told {
  name: string;
  notes: Record<string, string>;
}
