import { CommanderError } from 'commander'
import { cleanLines } from '../base/cleanText.js'
import { FillproofError } from '../base/FillproofError.js'
import { exitStatusOf } from './exitStatus.js'
import { explainSystemError } from './explainSystemError.js'
import { warn } from './output.js'

/** Prints an error and its remedy, and returns the exit status. */
export function report(thrown: unknown): number {
  const error = explainSystemError(thrown)
  // Commander has printed its message, the help or the version.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
  if (process.env.FILLPROOF_DEBUG)
    say(thrown instanceof Error ? (thrown.stack ?? String(thrown)) : String(thrown))
  else if (error instanceof FillproofError) {
    say([`error: ${error.shortMessage}`, ...error.metaMessages, ...detailsOf(error)].join('\n'))
  } else {
    const message = error instanceof Error ? error.message.split('\n')[0] : String(error)
    say(
      `error: fillproof failed: ${message}\nThis is a bug. Run it again with FILLPROOF_DEBUG=1 and report it.`,
    )
  }
  return exitStatusOf(error)
}

/** Prints an error safely: it may quote foreign text. */
function say(text: string): void {
  warn(cleanLines(text))
}

function detailsOf({ details }: FillproofError): string[] {
  return details === undefined ? [] : [`Details: ${details}`]
}
