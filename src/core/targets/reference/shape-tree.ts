import { isRef, type RefNode, type Wire, type WireObject } from '../../replay/wire.ts';

type Node = WireObject | RefNode;
interface Growing { [key: string]: Wire | undefined }

/**
 * The shape of a recorded value, grown from the places of what is known in it. Elements and members that nothing is known
 * of are empty objects, so that indices stay what they are in the record.
 */
export class ShapeTree {
  readonly root: Growing;

  constructor(root: WireObject) { this.root = { ...root }; }

  /** The object at a path, made where there is none; its members are added to what is there. */
  object(steps: readonly string[], members: WireObject): Node {
    const known = this.at(steps);
    if (isRef(known)) return known;
    const node: Growing = typeof known === 'object' && known !== null && !Array.isArray(known) ? known as Growing : {};
    for (const [key, value] of Object.entries(members)) node[key] ??= value;
    if (node !== known) this.set(steps, node);
    return node;
  }

  /** Puts a node at a path, or gives the one that is already there. */
  node(steps: readonly string[], node: Node): Node {
    if (steps.length === 0) return this.root;
    const known = this.at(steps);
    if (isRef(known)) return known;
    if (typeof known === 'object' && known !== null && !Array.isArray(known) && Object.keys(known).length > 0) return isRef(node) ? known as Node : this.object(steps, node);
    const own = isRef(node) ? node : { ...node };
    this.set(steps, own);
    return own;
  }

  private at(steps: readonly string[]): Wire | undefined {
    let here: Wire | undefined = this.root;
    for (const step of steps) {
      if (typeof here !== 'object' || here === null || isRef(here)) return undefined;
      here = Array.isArray(here) ? (here as readonly Wire[])[Number(step)] : (here as WireObject)[step];
    }
    return here;
  }

  private set(steps: readonly string[], value: Wire): void {
    let here: Growing | Wire[] = this.root;
    steps.forEach((step, depth) => {
      const last = depth === steps.length - 1;
      if (Array.isArray(here)) while (here.length <= Number(step)) here.push({});
      const list: Growing = here as Growing;
      if (last) { list[step] = value; return; }
      const known = list[step];
      const wantsArray = /^\d+$/.test(steps[depth + 1]!);
      const blank = typeof known !== 'object' || known === null || isRef(known) || wantsArray && !Array.isArray(known);
      here = blank ? list[step] = wantsArray ? [] as Wire[] : {} as Growing : known as Growing | Wire[];
    });
  }
}
