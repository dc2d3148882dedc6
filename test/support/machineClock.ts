const { now } = Date

/** Sets the machine's clock, which goes on from there until {@link resetMachineClock}. Unix seconds. */
export function setMachineClock(seconds: number): void {
  const shift = seconds * 1000 - now()
  Date.now = () => now() + shift
}

export function resetMachineClock(): void {
  Date.now = now
}

/** Sets the clock before each test of a `describe`, such as to the day of a published quote. */
export function setUpMachineClock(seconds: number): void {
  beforeEach(() => setMachineClock(seconds))
  afterEach(resetMachineClock)
}
