import type { Rule } from './rule.ts';

/** Every rule, sorted by id: the sole authority. */
export const RULES: readonly Rule[] = [
];

export function ruleById(id: string): Rule | undefined {
  return RULES.find((rule) => rule.id === id);
}

/** The family of a rule: the part of its id before the slash. */
export function familyOf(rule: Rule): string {
  return rule.id.slice(0, rule.id.indexOf('/'));
}
