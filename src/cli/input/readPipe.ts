import { Socket } from 'node:net'

export type Pipe = AsyncIterable<Uint8Array> & { readonly bytesRead: number; destroy(): void }

const blockBytes = 2 ** 16

/**
 * Reads a pipe into one block of memory.
 *
 * - Each read reuses the block. A stream would allocate a new block each time, and the garbage collector frees it late.
 */
export function readPipe(fd: number): Pipe {
  const buffer = Buffer.allocUnsafeSlow(blockBytes)
  let size = 0
  let isOver = false
  let fault: Error | undefined
  let wake = () => {}

  const socket = new Socket({
    fd,
    readable: true,
    writable: false,
    onread: {
      buffer,
      callback(bytesRead) {
        size = bytesRead
        wake()
        // Stop reading until the consumer has taken the block.
        return false
      },
    },
  })
  socket.pause()
  socket.on('error', (error) => {
    fault = error
  })
  for (const event of ['end', 'close']) {
    socket.on(event, () => {
      isOver = true
      wake()
    })
  }

  return {
    async *[Symbol.asyncIterator]() {
      try {
        for (;;) {
          if (size === 0 && !isOver) {
            await new Promise<void>((resolve) => {
              wake = resolve
              socket.resume()
            })
          }
          if (size > 0) {
            const block = buffer.subarray(0, size)
            size = 0
            yield block
          } else if (isOver) {
            if (fault) throw fault
            return
          }
        }
      } finally {
        socket.destroy()
      }
    },
    get bytesRead() {
      return socket.bytesRead
    },
    destroy() {
      socket.destroy()
    },
  }
}
