/** Writes the parts of docs/audit.md that the sources and the compiler say. Run: `npm run audit`. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { renderAudit } from './audit/renderAudit.js'

const path = join(import.meta.dirname, '../docs/audit.md')
writeFileSync(path, renderAudit(readFileSync(path, 'utf8')))
