/** What the scripts of this room hand to each other, as the server sends it. */

export interface Rule {
  id: string;
  mark: string;
  text: string;
  html: string;
}

/** What a pack says beside rules, by their ids. */
export interface Told {
  name: string;
  notes: Record<string, string>;
}

export interface Reading {
  id: string;
  title: string;
  html: string;
  rules: string[];
}

export interface Book {
  name: string;
  chapters: { title: string; rules: Rule[]; html: string }[];
  quickref: string;
  reading: Reading[];
}

/** Where a rule is used; counts are null where the server has no tests at hand. */
export interface Uses {
  code: string[];
  log: string[];
  refusals: string[];
  sums: string[];
  files: string[];
  vectors: number | null;
  tests: number | null;
}

export interface Hit {
  ruleset: string;
  name: string;
  address: string;
  id: string;
  title: string;
  before: string;
  found: string;
  after: string;
}

export interface Own {
  id: string;
  mark: string;
  html: string;
  said: { rule: string; html: string; how: string }[];
  switches: string[];
}
