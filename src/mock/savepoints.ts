type Collection = Map<unknown, unknown> | Set<unknown> | unknown[]

/** Restores the saved state. Can be called more than once. */
export type PutBack = () => void

export type Savepoints = ReturnType<typeof createSavepoints>

/** Saves the state of many parts at once. */
export function createSavepoints() {
  const parts: (() => PutBack)[] = []
  return {
    /** Adds a part. `save` copies the part's state. */
    add(save: () => PutBack): void {
      parts.push(save)
    },
    /** Adds collections of plain data. */
    keep(...collections: Collection[]): void {
      for (const collection of collections) parts.push(() => copy(collection))
    },
    save(): PutBack {
      const saved = parts.map((save) => save())
      return () => {
        for (const putBack of saved) putBack()
      }
    },
  }
}

function copy(collection: Collection): PutBack {
  const copied = structuredClone(collection)
  return () => {
    const fresh = structuredClone(copied)
    if (Array.isArray(collection)) collection.splice(0, collection.length, ...(fresh as unknown[]))
    else if (collection instanceof Map) {
      collection.clear()
      for (const [key, value] of fresh as Map<unknown, unknown>) collection.set(key, value)
    } else {
      collection.clear()
      for (const value of fresh as Set<unknown>) collection.add(value)
    }
  }
}
