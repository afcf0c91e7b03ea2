import type { Finding } from '../core/model/finding.ts';
import type { Id } from '../core/model/source.ts';
import type { DetailView } from '../protocol/view-model.ts';
import { head } from './names.ts';
import type { SessionIndex } from './session-index.ts';

const TEXT = 2000;
const PARTNERS = 30;

/** A finding for people, with links to the other blocks it is about. */
export function findingView(finding: Finding, own: Id, index: SessionIndex): DetailView['findings'][number] {
  const path = finding.providerPath ?? finding.wirePath;
  const partners = [...new Set(finding.blocks)].filter((id) => id !== own).slice(0, PARTNERS);
  return {
    rule: finding.rule, severity: finding.severity, message: head(finding.message, TEXT), ...(path === undefined ? {} : { providerPath: path }),
    ...(finding.providerError === undefined ? {} : { providerError: head(finding.providerError, TEXT) }), ...(finding.fix === undefined ? {} : { fix: finding.fix }),
    partners: partners.map((id) => ({ id, label: index.label(id), line: index.lineOf(id) })),
  };
}
