import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Folders whose files take longest, in this order; all others are short. */
const SLOW = ['test/acpx/', 'test/conformance/', 'test/integration/', 'test/acp/', 'test/mcp/'];

/** Begins with what takes longest, so that no core waits at the end for one long file. */
export class SlowFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((one, other) => place(one) - place(other));
  }
}

function place({ moduleId }: TestSpecification): number {
  const index = SLOW.findIndex((folder) => moduleId.includes(`/${folder}`));
  return index === -1 ? SLOW.length : index;
}
