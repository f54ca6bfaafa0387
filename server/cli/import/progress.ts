const WIDTH = 30

export interface Progress {
  read(bytes: number): void
  step(name: string): void
  end(): void
}

/** A progress bar on a TTY; silent otherwise. */
export function createProgress(stream: NodeJS.WriteStream, totalBytes: number): Progress {
  if (!stream.isTTY) return { read() {}, step() {}, end() {} }
  let bytes = 0
  let shown = -1
  const show = (text: string) => stream.write(`\r\u001B[2K${text}`)
  return {
    read(more) {
      bytes += more
      const percent = totalBytes > 0 ? Math.min(100, Math.floor((bytes / totalBytes) * 100)) : 100
      if (percent === shown) return
      shown = percent
      const full = Math.round((percent / 100) * WIDTH)
      show(`[${'#'.repeat(full)}${'-'.repeat(WIDTH - full)}] ${percent} % checked`)
    },
    step: show,
    end: () => show(''),
  }
}
