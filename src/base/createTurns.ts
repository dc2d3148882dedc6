/** Creates a function that runs asynchronous work one at a time. */
export function createTurns(): <result>(work: () => Promise<result>) => Promise<result> {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const mine = last.then(work)
    last = mine.catch(() => {})
    return mine
  }
}
