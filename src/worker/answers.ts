import { MAX_ROWS } from '../protocol/view-messages.ts';
import type { Row } from '../protocol/view-model.ts';
import type { Answer, ToWorker } from '../protocol/worker-messages.ts';
import type { Analysis } from './analysis.ts';
import { copyOf } from './copy.ts';
import { detailOf } from './detail.ts';
import { diagnosticsView } from './diagnostics-view.ts';
import { explainView } from './explain-view.ts';
import { exportView } from './export-view.ts';
import { findInRows } from './find.ts';
import { hoverView } from './hover-view.ts';
import { pieceOf } from './pieces.ts';
import { placeOf } from './place.ts';
import { rowView } from './row-view.ts';
import { seekRow } from './seek.ts';
import { verdictViews } from './target-view.ts';

/** A message that is answered. */
export type Question = Extract<ToWorker, { request: number }>;

let search = 0;

/** Answers one question from what is known now. Rejects where the file cannot give what was asked. */
export async function answer(analysis: Analysis, asked: Question): Promise<Answer> {
  if (asked.type === 'export' || asked.type === 'explain' || asked.type === 'diagnostics' || asked.type === 'conversation' || asked.type === 'verdicts') await analysis.settled();
  const { current } = analysis;
  const { request } = asked;
  if (current === undefined) throw new Error('The file is not open.');
  const { frame, opened: { session, reading } } = current;
  switch (asked.type) {
    case 'rows': {
      const list = analysis.rows(asked.view);
      const rows: Row[] = [];
      if (list === undefined) return { type: 'rows', request, generation: -1, first: asked.first, rows };
      const end = list.generation === asked.generation ? Math.min(list.rows.length, asked.first + Math.min(asked.count, MAX_ROWS)) : 0;
      for (let at = Math.max(0, asked.first); at < end; at++) rows.push(await rowView(frame, list, at, reading));
      return { type: 'rows', request, generation: list.generation, first: asked.first, rows };
    }
    case 'detail': {
      const detail = await detailOf(frame, asked.id, await analysis.everyTarget(frame), reading);
      return detail === undefined ? { type: 'detail', request } : { type: 'detail', request, detail };
    }
    case 'text': {
      const text = await copyOf(frame, asked.id, 'text', reading) ?? '';
      return { type: 'text', request, from: asked.from, text: pieceOf(text, asked.from), length: text.length };
    }
    case 'find': {
      const mine = ++search;
      const found = await findInRows(analysis.rows(asked.view)?.rows ?? [], asked.query, asked, reading.loader, () => mine !== search);
      return { type: 'found', request, ...found };
    }
    case 'seek': {
      const list = analysis.rows(asked.view);
      return { type: 'sought', request, ...(list === undefined ? {} : seekRow(frame, list, asked.what, asked.from, asked.step, asked.id)) };
    }
    case 'verdicts': return { type: 'verdicts', request, verdicts: verdictViews(await analysis.everyTarget(frame), frame.index.conversation) };
    case 'place': {
      const place = await placeOf(session, frame, asked.id);
      return place === undefined ? { type: 'place', request } : { type: 'place', request, place };
    }
    case 'copy': {
      const text = await copyOf(frame, asked.id, asked.what, reading);
      return text === undefined ? { type: 'copied', request } : { type: 'copied', request, text };
    }
    case 'explain': return { type: 'explained', request, explain: await explainView(frame, session, asked.error) };
    case 'export': {
      const result = await exportView(frame, session, asked.as, asked.redact);
      return typeof result === 'string' ? { type: 'exported', request, refusal: result } : { type: 'exported', request, result };
    }
    case 'hover': {
      const file = session.file(0);
      const found = file === undefined ? undefined : await analysis.textMap()?.at(asked.line, asked.bytes, file);
      return found === undefined ? { type: 'hover', request } : { type: 'hover', request, hover: await hoverView(frame, session, found, reading) };
    }
    case 'diagnostics': {
      const { diagnostics, more } = await diagnosticsView(frame, session, asked.limit);
      return { type: 'diagnostics', request, format: session.format.id, diagnostics: [...diagnostics], more };
    }
    case 'conversation': return {
      type: 'conversation', request, turns: frame.index.all.map((turn) => ({ id: turn.id, role: turn.role, blocks: turn.blocks.map(({ id }) => {
        const decision = frame.replay.decisions.get(id);
        return { id, op: decision?.op ?? 'undecided', wirePaths: [...decision?.wirePaths ?? []] };
      }) })),
    };
  }
}
