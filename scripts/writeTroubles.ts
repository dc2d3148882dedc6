/** Writes docs/troubles.md from the table that the tests run. Run: `npm run troubles`. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { renderTroubles } from '../test/cli/troubles/renderTroubles.js'

writeFileSync(join(import.meta.dirname, '../docs/troubles.md'), renderTroubles())
