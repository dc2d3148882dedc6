import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'

const src = fileURLToPath(new URL('../src', import.meta.url))

/** The operation itself. */
const allowed = [
  'client/createServiceClient.ts',
  'client/index.ts',
  'client/operations/getRequestsV2.ts',
  'client/operations/iterateRequests.ts',
  'client/serviceClient.ts',
  'service/resources/requestRecordV2.ts',
]

describe('GET /requests/v2, which the service ends', () => {
  it('default: only the deprecated operation asks for it', async () => {
    const files = (await readdir(src, { recursive: true })).filter((name) => /^(?!mock\/).*\.ts$/.test(name))
    const texts = await Promise.all(files.map((name) => readFile(join(src, name), 'utf8')))
    const found = files.filter((_, index) => /getRequestsV2|requests\/v2\b/.test(texts[index]!))
    expect(found.sort()).to.deep.equal(allowed)
  })
})
