import { mkdir, open as openFile, rename, writeFile } from 'node:fs/promises'
import { expect } from 'chai'
import type { UsageError } from '../../src/cli/errors.js'
import { exitStatusOf } from '../../src/cli/exitStatus.js'
import { explainSystemError } from '../../src/cli/explainSystemError.js'
import { loadSqlite } from '../../src/watch/sqlite/loadSqlite.js'
import { openSqlite } from '../../src/watch/sqlite/openSqlite.js'
import { thrown } from '../support/errors.js'
import { setUpFolder } from '../support/makeFolder.js'
import { createFill, createRange, job, openAlone } from './fills.js'

describe('openSqlite: one process', () => {
  const folder = setUpFolder({ isForEach: true })

  const open = (fields = {}) => openAlone(openSqlite(folder.path('a')), { ...job, ...fields })

  it('error: a database that is in use', async () => {
    const store = await open()
    expect(await thrown(() => open())).to.include({ name: 'WatchStoreBusyError', database: folder.path('a') })
    await store.close()
    await (await open()).close()
  })

  it('error: a foreign file stays unchanged', async () => {
    const { DatabaseSync } = await loadSqlite()
    const other = new DatabaseSync(folder.path('a'))
    other.exec('CREATE TABLE theirs (a INTEGER)')
    other.close()
    expect(await thrown(() => open())).to.include({ name: 'WatchStoreError' })
    await writeFile(folder.path('a'), 'Some text that is long enough to be no database.'.repeat(40))
    expect(await thrown(() => open())).to.include({ name: 'WatchStoreError' })
    await mkdir(folder.path('folder'))
    const inFolder = openSqlite(folder.path('folder'))
    expect(await inFolder.catch((error: unknown) => error)).to.include({ name: 'WatchStoreError' })
  })

  it('error: a file that is removed or replaced while it is in use', async () => {
    const store = await open()
    await rename(folder.path('a'), folder.path('moved'))
    const problem = 'was removed or replaced while it was in use'
    for (const content of [undefined, 'another']) {
      if (content) await writeFile(folder.path('a'), content)
      const error = await thrown(() => store.commitRange(createRange(100n, 109n)))
      expect(error).to.include({ name: 'WatchStoreError', database: folder.path('a') })
      expect(error.message).to.include(problem)
    }
    await rename(folder.path('moved'), folder.path('a'))
    await store.commitRange(createRange(100n, 109n))
    await store.close()
  })

  it('error: a file of another version is refused', async () => {
    await (await open()).close()
    const { DatabaseSync } = await loadSqlite()
    const file = new DatabaseSync(folder.path('a'))
    file.exec('PRAGMA user_version = 1000')
    file.close()
    const error = await thrown(() => open())
    expect(error.message).to.contain('another version of fillproof wrote this database')
  })

  it('error: a damaged database is reported', async () => {
    const store = await open()
    const fills = Array.from({ length: 500 }, (_, index) => createFill(101n, index))
    await store.commitRange(createRange(100n, 109n, { fills }))
    await store.close()
    const file = await openFile(folder.path('a'), 'r+')
    const { size } = await file.stat()
    await file.write(Buffer.alloc(size - 4096, 0xff), 0, undefined, 4096)
    await file.close()
    const error = await thrown(() => open())
    expect(error).to.include({ name: 'WatchStoreError' })
    expect(error.message).to.contain('the database is damaged')
  })

  it('error: a full disk is reported, and committed data stays', async () => {
    const { DatabaseSync } = await loadSqlite()
    const { exec } = DatabaseSync.prototype
    DatabaseSync.prototype.exec = function (sql) {
      exec.call(this, sql)
      if (sql === 'BEGIN IMMEDIATE') exec.call(this, 'PRAGMA max_page_count = 60')
    }
    try {
      // At this statement SQLite ends the transaction by itself.
      const tooLong = { options: { service: 'x'.repeat(1_000_000) } }
      expect(explainSystemError(await thrown(() => open(tooLong)))).to.include({
        shortMessage: `The disk is full: ${folder.path('a')} (ENOSPC).`,
      })
      const store = await open()
      const fills = Array.from({ length: 500 }, (_, index) => createFill(101n, index))
      const error = await thrown(() => store.commitRange(createRange(100n, 109n, { fills })))
      const explained = explainSystemError(error) as UsageError
      expect(explained.shortMessage).to.equal(`The disk is full: ${folder.path('a')} (ENOSPC).`)
      expect(exitStatusOf(explained)).to.equal(2)
      await store.commitRange(createRange(100n, 109n, { fills: fills.slice(0, 1) }))
      expect(await store.summarize()).to.include({ fills: 1 })
      await store.close()
    } finally {
      DatabaseSync.prototype.exec = exec
    }
  })

  it("behavior: silences only SQLite's warning", async () => {
    const { emitWarning } = process
    await loadSqlite()
    expect(process.emitWarning).to.equal(emitWarning)
  })
})
