// Every property, with its bound, its limit and the mutant that breaks it.
import { guardingProperties } from './properties/guarding.js'
import { keepingProperties } from './properties/keeping.js'
import { overridingProperties } from './properties/overriding.js'
import { payingProperties } from './properties/paying.js'
import { readingProperties } from './properties/reading.js'
import { roleProperties } from './properties/roles.js'
import { sequenceProperties } from './properties/sequences.js'
import { signatureProperties } from './properties/signatures.js'
import type { Property } from './types.js'

export const properties: Property[] = [
  ...signatureProperties,
  ...readingProperties,
  ...payingProperties,
  ...keepingProperties,
  ...roleProperties,
  ...sequenceProperties,
  ...guardingProperties,
  ...overridingProperties,
]
