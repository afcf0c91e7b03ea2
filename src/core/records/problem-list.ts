import type { Problem } from '../model/problem.ts';

/**
 * Problems in the order they were found. Lines that are not JSON and have no record between them are one problem with one span: a binary file of a
 * gigabyte would otherwise have millions, and a text file one for each of its lines.
 */
export class ProblemList {
  private readonly list: Problem[] = [];
  private lastRecord = 0;

  get all(): readonly Problem[] { return this.list; }

  push(problem: Problem): void {
    const last = this.list[this.list.length - 1];
    const { source } = problem;
    if (problem.code === 'records/not-json') {
      if (last?.code === problem.code && last.source.file === source.file && source.record - this.lastRecord <= 1 && source.start >= last.source.end) {
        const joined = { ...last.source, end: source.end };
        const lines = source.line - joined.line + 1;
        this.list[this.list.length - 1] = { ...last, source: joined, message: `${lines > 1 ? `${lines} lines, ` : ''}${joined.end - joined.start} bytes that are not JSON` };
      } else this.list.push(problem);
      this.lastRecord = source.record;
    } else this.list.push(problem);
  }
}
