import { exportRequest, NoExport, toolsForExport } from '../core/export/export-request.ts';
import { judge } from '../core/judge/judge.ts';
import type { Session } from '../core/turns/session.ts';
import type { ExportResult } from '../protocol/worker-messages.ts';
import type { Frame } from './frame.ts';
import { createSecretDetector } from './secret-detector.ts';
import { verdictOf } from './target-view.ts';

/** An export beyond this many UTF-16 units is for the command line, which writes it to a file piece by piece. */
const LIMIT = 200 << 20;

/**
 * The request of the chosen target as text to send, made by the same function as the command line's; or, as a string, why
 * there is none. Tools that are not recorded are stubs unless something was chosen, as there.
 */
export async function exportView(frame: Frame, session: Session, as: 'json' | 'curl', redact: boolean): Promise<ExportResult | string> {
  const { chosen: { serializer, options, choice }, index: { conversation } } = frame;
  const replay = judge(conversation, serializer.id, { ...options, tools: toolsForExport(conversation, choice.tools) });
  try {
    const made = await exportRequest(session, conversation, replay, { as, redact: redact ? createSecretDetector() : 'off' });
    let text = '';
    for await (const piece of made.text) {
      text += piece;
      if (text.length > LIMIT) return `The request has over ${LIMIT} characters. The command line writes it to a file: turnlens export FILE --target ${serializer.id} --out PATH`;
    }
    const { replaced, sendable } = made.redaction();
    const { verdict, severity } = verdictOf(replay, serializer);
    return {
      text, target: serializer.label, sendable, warnings: [...(severity === 'error' ? [verdict] : []), ...conversation.recorded.missing.map((what) => `Not recorded: ${what}`)],
      replaced: replaced.map((r) => ({ what: r.count === 1 ? r.kind : `${r.count} × ${r.kind}`, wirePath: r.wirePath })),
    };
  } catch (error) {
    if (error instanceof NoExport) return error.message;
    throw error;
  }
}
