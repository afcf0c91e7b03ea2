import { FORMATS } from '../formats/index.ts';
import type { JsonObject } from '../model/json.ts';
import { familyOf, RULES } from '../rules/index.ts';
import { TARGETS } from '../targets/index.ts';

/** The registries as data, for the command line's listings and the README's tables. */
export const catalogue: { readonly [kind in 'formats' | 'targets' | 'rules']: () => readonly JsonObject[] } = {
  formats: () => FORMATS.map((f) => ({ id: f.id, label: f.label, shape: f.shape, description: f.description })),
  targets: () => [
    ...TARGETS.map((t) => ({
      id: t.id, label: t.label, api: t.api, kind: t.kind, description: t.description, ruleFamilies: t.ruleFamilies,
      options: t.options.map((o) => ({ name: o.name, values: o.values, ...(o.default === undefined ? {} : { default: o.default }), description: o.description })),
    })),
    { id: 'auto', label: 'Automatic', kind: 'choice', description: 'As recorded for a request body, else the reference serializer for the API of the session\'s last model.', ruleFamilies: [], options: [] },
  ].sort((a, b) => a.id < b.id ? -1 : 1),
  rules: () => RULES.map((r) => ({ id: r.id, family: familyOf(r), severity: r.severity, summary: r.summary, fix: r.fix, sources: r.sources.map((s) => ({ text: s.text, date: s.date })) })),
};
