import type { Confidence, Response } from '../../model/turn.ts';

/** What is known of the request around an item when it is read. */
export interface Around { readonly model?: string | undefined; readonly provider?: string | undefined }

/**
 * Tells which response made an item, in order of appearance: `r1`, `r2` … Items carry no response id, so without a marker a
 * response is the run of model-made items that nothing else cuts, and one more when reasoning follows a final answer.
 */
export class ResponseGroups {
  private count = 0;
  private run: Response | undefined;
  private final = false;
  private readonly marked = new Map<number, Response>();

  /** The group of items that carry one and the same marker (Codex' `sampled_through_sequence`), or that stand in one response body. */
  exact(marker: number, evidence: (marker: number) => string, around: Around): Response {
    this.cut();
    let known = this.marked.get(marker);
    if (known === undefined) this.marked.set(marker, known = this.make('exact', evidence(marker), around));
    return known;
  }

  /** From here on the same marker means another response: a rollback gives sequence numbers again. */
  forget(): void {
    this.cut();
    this.marked.clear();
  }

  /** The group of the next item that the model made. */
  inferred(type: string, phase: string | undefined, around: Around): Response {
    if (this.final && type === 'reasoning') this.cut();
    this.run ??= this.make('inferred', 'the model-made items between two others', around);
    this.final = phase === 'final_answer';
    return this.run;
  }

  /** Something stands here that the model did not make, or a response is known to end. */
  cut(): void {
    this.run = undefined;
    this.final = false;
  }

  /** Makes room for the responses of a file that is read before this one: keys go on behind its last. */
  shift(by: number): void {
    this.count += by;
    for (const [marker, response] of this.marked) this.marked.set(marker, { ...response, key: shiftedKey(response.key, by) });
    if (this.run !== undefined) this.run = { ...this.run, key: shiftedKey(this.run.key, by) };
  }

  get made(): number { return this.count; }

  private make(confidence: Confidence, evidence: string, { model, provider }: Around): Response {
    this.count++;
    return { key: `r${this.count}`, confidence, api: 'openai-responses', evidence, ...(model === undefined ? {} : { model }), ...(provider === undefined ? {} : { provider }) };
  }
}

/** A response key moved behind those of a file that is read before. */
export function shiftedKey(key: string, by: number): string {
  return `r${Number(key.slice(1)) + by}`;
}
