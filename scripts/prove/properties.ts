// Every property, with its bound, its limit and the mutant that breaks it.

import { decidingSigned } from './layers.js'
import { guardingProperties } from './properties/guarding.js'
import { inboxProperties } from './properties/inboxes.js'
import { keepingProperties } from './properties/keeping.js'
import { overridingProperties } from './properties/overriding.js'
import { payingProperties } from './properties/paying.js'
import { readingProperties } from './properties/reading.js'
import { roleProperties } from './properties/roles.js'
import { sequenceProperties } from './properties/sequences.js'
import { signatureProperties } from './properties/signatures.js'
import type { Property } from './types.js'

const decidingProperties = [
  ...payingProperties,
  ...keepingProperties,
  ...roleProperties,
  ...sequenceProperties,
]

export const properties: Property[] = [
  ...signatureProperties,
  ...readingProperties,
  ...decidingProperties,
  // A receiver of signed orders accepts no direct fill.
  ...decidingProperties
    .filter(({ name }) => !/^(fill|hook)_/.test(name))
    .map((property) => ({ ...property, layer: decidingSigned })),
  ...guardingProperties,
  ...overridingProperties,
  ...inboxProperties,
]
