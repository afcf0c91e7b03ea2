import type { BlockRow, BoundaryRow, InsertedRow, ProblemRow, Row, TurnRow, ViewDecision, ViewOp, ViewRail } from '../../src/protocol/view-model.ts';

/** What a sample says of a row's lanes; the pieces are worked out from the neighbours. */
interface Lanes {
  readonly response?: { readonly key: string; readonly hue: number; readonly inferred?: boolean };
  readonly wire?: { readonly index: number; readonly broken?: boolean; readonly sent?: boolean };
  readonly mark?: 'lock' | 'dot'; readonly spine?: ViewRail['spine']; readonly weld?: boolean;
}
type Bare = Omit<TurnRow, 'rail'> | Omit<BlockRow, 'rail'> | Omit<BoundaryRow, 'rail'> | Omit<InsertedRow, 'rail'> | Omit<ProblemRow, 'rail'>;
export type Draft = { readonly row: Bare; readonly lanes: Lanes };

export function decision(op: ViewOp, path?: string, more: Partial<ViewDecision> = {}): ViewDecision {
  return { op, also: [], wirePaths: path === undefined ? [] : [path], reason: 'Copied as it stands.', ...more };
}

export function turn(n: number, role: TurnRow['role'], lines: readonly [number, number], lanes: Lanes, more: Partial<TurnRow> = {}): Draft {
  const spine = lanes.spine ?? (role === 'toolResult' ? 'diamond' : role === 'assistant' ? 'none' : 'ring');
  return { row: { row: 'turn', id: `t:${lines[0] - 1}`, turn: n, role, shadowed: false, latest: false, firstLine: lines[0], lastLine: lines[1], pinned: [], ...more }, lanes: { ...lanes, spine } };
}

export function block(turnNumber: number, role: BlockRow['role'], kind: string, line: number, text: string, decided: ViewDecision, lanes: Lanes, more: Partial<BlockRow> = {}): Draft {
  const id = more.id ?? `${line - 1}:/payload`;
  return {
    row: { row: 'block', id, turn: turnNumber, role, kind, nativeType: kind, preview: text, length: text.length, synthetic: false, line, shadowed: false, signed: lanes.mark === 'lock', decision: decided, pinned: [], findings: decided.severity === undefined ? 0 : 1, ...(lanes.response === undefined ? {} : { response: lanes.response.key }), ...more },
    lanes: lanes.response === undefined ? lanes : { mark: 'dot', ...lanes },
  };
}

function piece(before: boolean, after: boolean): 'first' | 'middle' | 'last' | 'only' {
  return before ? (after ? 'middle' : 'last') : after ? 'first' : 'only';
}

/** The rows with their rails: a lane goes on where the neighbour has the same response or the same message. */
export function railed(drafts: readonly Draft[]): Row[] {
  const seen = new Set<string>();
  return drafts.map(({ row, lanes }, i) => {
    const [above, below] = [drafts[i - 1]?.lanes, drafts[i + 1]?.lanes];
    const { response, wire } = lanes;
    const rail: ViewRail = { weld: lanes.weld ?? false, spine: lanes.spine ?? 'none' };
    if (response !== undefined) {
      const first = !seen.has(response.key);
      seen.add(response.key);
      const own = piece(above?.response?.key === response.key, below?.response?.key === response.key);
      rail.response = { hue: response.hue, title: `${response.key.toUpperCase()}, resp_${response.key}, ${response.inferred === true ? 'inferred' : 'derived'}`, piece: own, inferred: response.inferred ?? false, mark: row.row === 'turn' ? 'none' : lanes.mark ?? 'none' };
      if (first) rail.response.label = response.key.toUpperCase();
    }
    if (wire !== undefined) rail.wire = { index: wire.index, piece: piece(above?.wire?.index === wire.index, below?.wire?.index === wire.index), sent: wire.sent ?? true, broken: wire.broken ?? false };
    return { ...row, rail } as Row;
  });
}
