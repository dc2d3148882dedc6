import { assertions } from './assertions.js'

declare global {
  namespace Chai {
    interface Assertion {
      /** Asserts that a fill succeeds. */
      filled: Promise<void>
      /**
       * Asserts that a fill is refused: by the name of an error, a whole reason string or a RegExp. Without an
       * argument, any reason passes.
       */
      refusedWith(reason?: string | RegExp): Promise<void>
    }
  }
}

type ChaiUtils = {
  flag(assertion: object, name: 'object'): unknown
}

type ChaiStatic = {
  Assertion: {
    addProperty(name: string, getter: (this: object) => unknown): void
    // biome-ignore lint/suspicious/noExplicitAny: chai's own types, whose method `use` compares with this one.
    addMethod(name: string, method: (this: object, ...args: any[]) => unknown): void
  }
}

/** Adds the assertions of `connection.fillproof` to chai: `use(fillproofChai)`. */
export function fillproofChai({ Assertion }: ChaiStatic, { flag }: ChaiUtils): void {
  const fillOf = (assertion: object) => flag(assertion, 'object') as Promise<never>
  Assertion.addProperty('filled', function () {
    return assertions.fill(fillOf(this))
  })
  Assertion.addMethod('refusedWith', function (reason?: string | RegExp) {
    return reason === undefined
      ? assertions.refuse(fillOf(this))
      : assertions.refuseWith(fillOf(this), reason)
  })
}
