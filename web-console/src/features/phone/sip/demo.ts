import { FakeSip } from './fake'

/** The fake with a picture to show: a door by night, with somebody before it. */
export function playDemo(): FakeSip {
  const sip = new FakeSip()
  const streams = new Map<string, MediaStream>()
  sip.stream = (sessionId) => {
    const known = streams.get(sessionId)
    if (known) return known
    const stream = paintVisitor().captureStream(5)
    streams.set(sessionId, stream)
    return stream
  }
  return sip
}

function paintVisitor(): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  canvas.width = 640
  canvas.height = 360
  const paint = () => {
    const context = canvas.getContext('2d')
    if (!context) return
    const wall = context.createLinearGradient(0, 0, 640, 360)
    wall.addColorStop(0, '#33434a')
    wall.addColorStop(1, '#121a1d')
    context.fillStyle = wall
    context.fillRect(0, 0, 640, 360)
    const lamp = context.createRadialGradient(330, 60, 10, 330, 120, 300)
    lamp.addColorStop(0, 'rgb(255 223 160 / 0.75)')
    lamp.addColorStop(1, 'rgb(255 223 160 / 0)')
    context.fillStyle = lamp
    context.fillRect(0, 0, 640, 360)
    context.fillStyle = '#20282c'
    context.fillRect(70, 70, 120, 290)
    context.fillStyle = '#3f3a45'
    context.beginPath()
    context.ellipse(350, 350, 130, 130, 0, Math.PI, 0)
    context.fill()
    context.fillStyle = '#d8ae8d'
    context.beginPath()
    context.ellipse(350, 175, 48, 60, 0, 0, Math.PI * 2)
    context.fill()
    context.fillStyle = '#4a3324'
    context.beginPath()
    context.ellipse(350, 145, 54, 44, 0, Math.PI, 0)
    context.fill()
  }
  paint()
  setInterval(paint, 500)
  return canvas
}
