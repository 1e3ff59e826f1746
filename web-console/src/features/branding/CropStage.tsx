import { useRef, type KeyboardEvent, type PointerEvent } from 'react'
import styles from './branding.module.css'
import { dragged, partOf, type Size, type View } from './crop'

interface Props {
  url: string
  size: Size
  view: View
  onView: (view: View) => void
  label: string
  /** A small picture of the result, on this ground; absent: the stage to work on. */
  ground?: 'light' | 'dark'
}

/** Of the picture, that one press of an arrow key moves. */
const STEP = 0.02

const STEPS: Partial<Record<string, { x: number; y: number }>> = {
  ArrowLeft: { x: STEP, y: 0 },
  ArrowRight: { x: -STEP, y: 0 },
  ArrowUp: { x: 0, y: STEP },
  ArrowDown: { x: 0, y: -STEP },
}

/** The part of the picture that is kept; dragged with the pointer or moved by the arrow keys. */
export function CropStage({ url, size, view, onView, label, ground }: Props) {
  const stage = useRef<HTMLButtonElement>(null)
  const part = partOf(size, view)

  const onPointerMove = (event: PointerEvent) => {
    if (event.buttons !== 1 || !stage.current) return
    const scale = part.width / stage.current.clientWidth
    onView(dragged(size, view, { x: event.movementX * scale, y: event.movementY * scale }))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key]
    if (!step) return
    event.preventDefault()
    onView(dragged(size, view, { x: step.x * size.width, y: step.y * size.height }))
  }
  const picture = (
    <img
      src={url}
      alt=""
      draggable={false}
      style={{
        width: `${(size.width / part.width) * 100}%`,
        left: `${(-part.x / part.width) * 100}%`,
        top: `${(-part.y / part.height) * 100}%`,
      }}
    />
  )
  const shape = { aspectRatio: `${part.width} / ${part.height}` }
  if (ground) {
    return (
      <div className={styles.look} data-ground={ground} role="img" aria-label={label}>
        <div className={styles.part} style={shape}>
          {picture}
        </div>
      </div>
    )
  }
  return (
    <div className={styles.stage}>
      <button
        ref={stage}
        type="button"
        className={styles.part}
        style={shape}
        aria-label={label}
        onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
        onPointerMove={onPointerMove}
        onKeyDown={onKeyDown}
      >
        {picture}
      </button>
    </div>
  )
}
