import { rules } from '@secretlint/secretlint-rule-preset-recommend';
import type { SecretDetector, SecretHit } from '../core/export/secret-hit.ts';

/** The part of secretlint's rule contract (13.1.0) that its scanner rules use. */
interface Report { readonly range: readonly [number, number] }
interface Translated { readonly message: string; readonly messageId: string }
interface Source { readonly content: string; readonly contentType: 'text'; readonly ext: string; readonly hasBOM: boolean; readonly filePath: undefined; readonly physicalFilePath: undefined; getFilePath(): undefined; getPhysicalFilePath(): undefined }
interface Context {
  readonly sharedOptions: object;
  createTranslator(): (messageId: string) => Translated;
  report(report: Report): void;
  ignore(report: Report): void;
}
interface Scanner { file?(source: Source): void | Promise<void> }
interface ScannerRule { readonly meta: { readonly id: string }; create(context: Context, options: object): Scanner }

/** Comments in the text that switch rules off. The text is hostile: it must not decide what is redacted. */
const COMMENTS = '@secretlint/secretlint-rule-filter-comments';

/**
 * Finds secrets by secretlint's recommended rules. They need node (`node:path`), so core gets them injected.
 * The rules are run here and not by `@secretlint/core`: it keeps a performance mark of every rule and text for ever, drops a
 * leading byte order mark from its offsets, and compares all findings of a text with each other.
 */
export function createSecretDetector(): SecretDetector {
  const hits: SecretHit[] = [];
  const ignored: (readonly [number, number])[] = [];
  const scanners = (rules as unknown as readonly ScannerRule[]).filter((rule) => rule.meta.id !== COMMENTS).map((rule) => {
    const kind = rule.meta.id.replace('@secretlint/secretlint-rule-', '');
    return rule.create({
      sharedOptions: {},
      createTranslator: () => (messageId) => ({ message: messageId, messageId }),
      report: ({ range }) => { hits.push({ start: range[0], end: range[1], kind }); },
      ignore: ({ range }) => { ignored.push(range); },
    }, kind === 'aws' ? { enableIDScanRule: true } : {});
  });
  let running: Promise<unknown> = Promise.resolve();
  const detect = async (text: string): Promise<readonly SecretHit[]> => {
    hits.length = 0;
    ignored.length = 0;
    const source: Source = { content: text, contentType: 'text', ext: '', hasBOM: false, filePath: undefined, physicalFilePath: undefined, getFilePath: () => undefined, getPhysicalFilePath: () => undefined };
    for (const scanner of scanners) await scanner.file?.(source);
    return hits.filter((hit) => !ignored.some(([start, end]) => start <= hit.start && hit.end <= end));
  };
  return (text) => {
    const result = running.then(() => detect(text));
    running = result.catch(() => undefined);
    return result;
  };
}
