import type { Json, JsonObject } from '../model/json.ts';
import type { Severity } from '../model/problem.ts';
import type { Rule } from '../rules/rule.ts';
import type { Place } from './finding-json.ts';
import type { FileReport, Located } from './lint-report.ts';

/** A file that could not be read, for the log of a run. */
export interface Unreadable { readonly file: string; readonly message: string }

const LEVEL: Readonly<Record<Severity, string>> = { error: 'error', warning: 'warning', info: 'note' };

/**
 * A SARIF 2.1.0 log (OASIS, 2020-03-27) of lint's findings. Problems in a file are no results but notifications of the tool:
 * they do not fail a run. `uriOf` turns a file as named into a URI reference, relative where it can be.
 */
export function sarifLog(reports: readonly FileReport[], unreadable: readonly Unreadable[], rules: readonly Rule[], version: string, uriOf: (file: string) => string): JsonObject {
  const used = rules.filter((rule) => reports.some((report) => report.findings.some(({ item }) => item.rule === rule.id)));
  const index = new Map(used.map((rule, at) => [rule.id, at]));
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [{
      tool: { driver: { name: 'Turnlens', version, rules: used.map(descriptorOf) } },
      columnKind: 'utf16CodeUnits',
      invocations: [{
        executionSuccessful: unreadable.length === 0,
        toolExecutionNotifications: [
          ...reports.flatMap((report) => report.problems.map((problem) => problemOf(report, problem, uriOf))),
          ...reports.flatMap((report) => report.replay.outcome === 'ok' ? [] : [notice(`${report.replay.target}: ${report.replay.rejection?.message ?? report.replay.notApplicable ?? report.replay.outcome}`, 'warning', uriOf(report.file))]),
          ...unreadable.map(({ file, message }) => notice(message, 'error', uriOf(file))),
        ],
      }],
      artifacts: [...reports.map(({ file }) => file), ...unreadable.map(({ file }) => file)].filter((file, at, all) => all.indexOf(file) === at).map((file) => ({ location: { uri: uriOf(file) } })),
      results: reports.flatMap((report) => report.findings.map((finding) => resultOf(report, finding, index, uriOf))),
    }],
  };
}

function descriptorOf(rule: Rule): JsonObject {
  const link = rule.sources.map((source) => /https?:\/\/[^\s)>\]]+/.exec(source.text)?.[0]).find((url) => url !== undefined);
  const sources = rule.sources.map((source) => `${source.text} (${source.date})`).join('; ');
  return {
    id: rule.id, name: rule.id.split(/[/-]/).map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(''),
    shortDescription: { text: firstSentence(rule.summary) }, fullDescription: { text: rule.summary },
    help: { text: `${rule.summary}\nFix: ${rule.fix}${sources === '' ? '' : `\nSources: ${sources}`}` },
    ...(link === undefined ? {} : { helpUri: link }),
    defaultConfiguration: { level: LEVEL[rule.severity] },
  };
}

function resultOf(report: FileReport, { item, places }: Located<FileReport['findings'][number]['item']>, index: ReadonlyMap<string, number>, uriOf: (file: string) => string): JsonObject {
  const [own, ...partners] = places;
  const at = index.get(item.rule);
  const wire: JsonObject = item.wirePath === undefined ? {} : { logicalLocations: [{ fullyQualifiedName: item.wirePath, kind: 'member' }] };
  return {
    ruleId: item.rule, ...(at === undefined ? {} : { ruleIndex: at }), level: LEVEL[item.severity], message: { text: item.message },
    locations: [{ ...physical(report, own, uriOf), ...wire }],
    ...(partners.length === 0 ? {} : { relatedLocations: partners.map((place, k) => ({ id: k, ...physical(report, place, uriOf), message: { text: 'Belongs to the same finding' } })) }),
    ...(item.blocks.length === 0 ? {} : { partialFingerprints: { 'blocks/v1': `${item.rule} ${item.blocks.join(' ')}` } }),
    properties: withoutUndefined({ target: report.replay.target, confidence: item.confidence, wirePath: item.wirePath, providerPath: item.providerPath, providerError: item.providerError, fix: item.fix }),
  };
}

/** Where it stands. A finding about the whole request stands at the start of the file; a sibling file is named as it is. */
function physical(report: FileReport, place: Place | undefined, uriOf: (file: string) => string): JsonObject {
  if (place === undefined) return { physicalLocation: { artifactLocation: { uri: uriOf(report.file) }, region: { startLine: 1, startColumn: 1 } } };
  const { position, source } = place;
  const uri = source.file === 0 ? uriOf(report.file) : encodeURIComponent(place.file);
  return { physicalLocation: { artifactLocation: { uri }, region: { startLine: position.line, startColumn: position.column, endLine: position.endLine, endColumn: position.endColumn } } };
}

function problemOf(report: FileReport, { item, places }: FileReport['problems'][number], uriOf: (file: string) => string): JsonObject {
  return { descriptor: { id: item.code }, level: LEVEL[item.severity], message: { text: item.message }, locations: [physical(report, places[0], uriOf)] };
}

function notice(text: string, level: string, uri: string): JsonObject {
  return { level, message: { text }, locations: [{ physicalLocation: { artifactLocation: { uri } } }] };
}

function firstSentence(text: string): string {
  return /^.*?[.!?](?=\s|$)/s.exec(text)?.[0] ?? text;
}

function withoutUndefined(object: { readonly [key: string]: Json | undefined }): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined));
}
