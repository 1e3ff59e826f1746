import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createSocket } from 'node:dgram'
import path from 'node:path'

const SCENARIO = path.join(import.meta.dirname, '../sipp/uas.xml')

/** The other end of a trunk: sipp takes one call and says back what it hears. */
export class Provider {
  readonly port: number
  private readonly sipp: ChildProcess

  private constructor(port: number, sipp: ChildProcess) {
    this.port = port
    this.sipp = sipp
  }

  static async start(): Promise<Provider> {
    const [port, media] = [await freePort(), await freePort()]
    const address = ['-i', '127.0.0.1', '-p', String(port), '-mi', '127.0.0.1']
    const how = ['-sf', SCENARIO, '-m', '1', '-rtp_echo', '-mp', String(media), '-nostdin']
    const sipp = spawn('sipp', [...address, ...how], { stdio: 'ignore' })
    await once(sipp, 'spawn')
    return new Provider(port, sipp)
  }

  /** The call came, and was ended as it should. */
  async done(): Promise<number | null> {
    if (this.sipp.exitCode === null) await once(this.sipp, 'exit')
    return this.sipp.exitCode
  }

  stop(): void {
    this.sipp.kill('SIGKILL')
  }
}

/** Even, as sound wants it. */
async function freePort(): Promise<number> {
  for (;;) {
    const socket = createSocket('udp4')
    socket.bind(0, '127.0.0.1')
    await once(socket, 'listening')
    const { port } = socket.address()
    socket.close()
    if (port % 2 === 0) return port
  }
}
