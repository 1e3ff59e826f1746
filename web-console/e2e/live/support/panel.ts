import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect } from '@playwright/test'
import { setting, simulator } from './platform'
import type { Line } from './simulator'

/** Packets of sound that come in a second, about. */
const PACE = 35

/** A simulated door panel with its telephone (tools/device-simulator/README.md). */
export class Panel {
  readonly serial: string
  private readonly devices = simulator()

  constructor(serial: string) {
    this.serial = serial
  }

  line(): Promise<Line> {
    return this.devices.line(this.serial)
  }

  /** The tone that it says, in Hz. */
  async tone(): Promise<number> {
    const { says } = await this.line()
    if (says === null) throw new Error(`${this.serial} has no telephone`)
    return says
  }

  async registered(): Promise<void> {
    const status = async () => {
      const { registration, reason } = await this.line()
      return reason ? `${registration}: ${reason}` : registration
    }
    await expect.poll(status, { timeout: 90_000 }).toBe('registered')
  }

  call(number: string, isSos = false): Promise<Line> {
    return this.devices.call(this.serial, number, isSos)
  }

  /** Somebody answered, a person or the queue. */
  async talks(): Promise<void> {
    await expect.poll(async () => (await this.line()).call?.state).toBe('established')
  }

  /** Sound comes in at its pace, and its loudest tone is this one. */
  async hears(frequency: number): Promise<void> {
    await expect(async () => {
      const { hears } = await this.line()
      expect(hears?.packets_last_second).toBeGreaterThan(PACE)
      expect(hears?.frequency ?? 0).toBeGreaterThanOrEqual(frequency - 10)
      expect(hears?.frequency ?? 0).toBeLessThanOrEqual(frequency + 10)
    }).toPass({ timeout: 60_000, intervals: [200] })
  }

  async isIdle(): Promise<void> {
    await expect.poll(async () => (await this.line()).call).toBeNull()
  }

  /** How often a call opened its door. */
  async openings(): Promise<number> {
    const events = await this.devices.events(this.serial)
    return events.filter(({ code }) => code === 'access_granted_by_call_host').length
  }

  async hangUp(): Promise<void> {
    if ((await this.line()).call) await this.devices.hangUp(this.serial)
    await this.isIdle()
  }
}

/** Kills the whole program, all services of it, and starts it again. */
export async function crashProgram(): Promise<void> {
  const command = ['infra', 'crash-program', setting('VESTIBULE_SET')]
  await promisify(execFile)(setting('VESTIBULE_DEV'), command, { timeout: 120_000 })
}
