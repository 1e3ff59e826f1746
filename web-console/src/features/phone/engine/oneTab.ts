interface Listener {
  /** This tab has the phone now. */
  onHeld: () => void
  /** Another tab has it; this one waits for its turn. */
  onElsewhere: () => void
}

/** What is used of the browser's locks; tests bring their own. */
export type Locks = Pick<LockManager, 'request'>

/**
 * One tab of a browser holds the phone, so that one tab rings. The next takes over when it closes,
 * or when somebody asks for the phone there. Without locks (a page that is not served safely) every
 * tab has it.
 */
export class OneTab {
  readonly #name: string
  readonly #listener: Listener
  readonly #locks: Locks | undefined
  #release: (() => void) | undefined
  #waiting: AbortController | undefined
  #isStopped = false

  constructor(name: string, listener: Listener, locks: Locks | undefined = navigator.locks) {
    this.#name = name
    this.#listener = listener
    this.#locks = locks
  }

  start(): void {
    if (!this.#locks) return this.#listener.onHeld()
    void this.#request({ ifAvailable: true })
  }

  /** Takes the phone from the tab that has it. */
  take(): void {
    this.#waiting?.abort()
    void this.#request({ steal: true })
  }

  stop(): void {
    this.#isStopped = true
    this.#waiting?.abort()
    this.#release?.()
  }

  #wait(): void {
    if (this.#isStopped) return
    this.#listener.onElsewhere()
    this.#waiting = new AbortController()
    void this.#request({ signal: this.#waiting.signal })
  }

  /** Ends when the lock is given back, was taken away, or was not to be had. */
  async #request(options: LockOptions): Promise<void> {
    let isHeld = false
    const hold = (lock: Lock | null) => {
      if (!lock || this.#isStopped) return undefined
      isHeld = true
      this.#waiting = undefined
      this.#listener.onHeld()
      return new Promise<void>((resolve) => {
        this.#release = resolve
      })
    }
    try {
      await this.#locks?.request(this.#name, options, hold)
      // It was not available.
      if (!isHeld) this.#wait()
    } catch {
      // Another tab has taken it; a request that was withdrawn ends here too.
      if (isHeld) this.#wait()
    }
  }
}
