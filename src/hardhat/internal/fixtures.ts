import type { MockControl } from '../../mock/index.js'
import { FixtureError } from '../errors.js'
import type { FillproofFixture, FillproofService } from '../types.js'

type Loaded = { fixture: FillproofFixture<unknown>; snapshot: string; data: unknown }

/** Keeps the results of fixtures and the snapshots after them, the oldest first. */
export function createFixtures() {
  let all: Loaded[] = []

  async function restore(control: MockControl, found: Loaded): Promise<void> {
    // Restoring a snapshot undoes the later ones.
    all = all.slice(0, all.indexOf(found) + 1)
    try {
      await control.restore(found.snapshot)
    } catch (cause) {
      all = all.filter((other) => other !== found)
      throw new FixtureError({
        shortMessage:
          'The fixture was undone: something else reverted one of its chains to an earlier state.',
        remedy: "Load every fixture with fillproof.loadFixture, in place of networkHelpers' loadFixture.",
        cause,
      })
    }
  }

  return {
    async load<data>(service: FillproofService, fixture: FillproofFixture<data>): Promise<data> {
      const { control } = service.mock
      if (typeof fixture !== 'function' || fixture.name === '') {
        throw new FixtureError({
          shortMessage: 'A fixture must be a named function.',
          remedy: 'Define it once and pass its name: an anonymous function would run each time.',
        })
      }
      const found = all.find((other) => other.fixture === fixture)
      if (found) {
        await restore(control, found)
        return found.data as data
      }
      const data = await fixture(service)
      all.push({ fixture, snapshot: await control.snapshot(), data })
      return data
    },
  }
}
