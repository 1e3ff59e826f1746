import { useEffect, useRef, type PointerEvent, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { sideOf } from './crop'
import styles from './CropDialog.module.css'
import type { CropControl } from './useCrop'

/** Share of the square that an arrow key moves. */
const STEP = 0.05
const ARROWS: Record<string, [number, number]> = {
  ArrowLeft: [STEP, 0],
  ArrowRight: [-STEP, 0],
  ArrowUp: [0, STEP],
  ArrowDown: [0, -STEP],
}

interface Props {
  url: string | undefined
  crop: CropControl
  isRound: boolean
  onBroken: () => void
}

/** The square that is taken, with the picture moving behind it. */
export function CropStage({ url, crop, isRound, onBroken }: Props) {
  const { t } = useTranslation()
  const stage = useRef<HTMLDivElement>(null)
  const { size, view, move, load } = crop
  useWheel(stage, crop)

  const drag = (event: PointerEvent<HTMLDivElement>) => {
    if (!event.buttons) return
    const { clientWidth } = event.currentTarget
    move(event.movementX / clientWidth, event.movementY / clientWidth)
  }
  return (
    // Two axes at once: no role of a control has them.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      ref={stage}
      className={styles.stage}
      role="application"
      aria-label={t('picture.stage')}
      // Arrow keys move the picture.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={drag}
      onKeyDown={(event) => {
        const step = ARROWS[event.key]
        if (!step) return
        event.preventDefault()
        move(...step)
      }}
    >
      {url && (
        <img
          src={url}
          alt=""
          draggable={false}
          onError={onBroken}
          onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
            load({ width: naturalWidth, height: naturalHeight })
          }
          style={size && view ? placeOf(size, view) : { opacity: 0 }}
        />
      )}
      <span className={styles.frame} data-round={isRound} aria-hidden />
    </div>
  )
}

type Size = NonNullable<CropControl['size']>
type View = NonNullable<CropControl['view']>

/** The picture's place in per cent of the stage, which shows one square of it. */
function placeOf(size: Size, view: View) {
  const side = sideOf(size, view.zoom)
  const share = (pixels: number) => `${(pixels / side) * 100}%`
  return {
    width: share(size.width),
    height: share(size.height),
    left: share(side / 2 - view.x),
    top: share(side / 2 - view.y),
  }
}

/** React listens to the wheel passively, so that the page would scroll as well. */
function useWheel(stage: RefObject<HTMLDivElement | null>, { zoomBy }: CropControl) {
  const latest = useRef(zoomBy)
  useEffect(() => {
    latest.current = zoomBy
  })
  useEffect(() => {
    const element = stage.current
    const zoom = (event: WheelEvent) => {
      event.preventDefault()
      latest.current(event.deltaY < 0 ? 1.1 : 1 / 1.1)
    }
    element?.addEventListener('wheel', zoom, { passive: false })
    return () => element?.removeEventListener('wheel', zoom)
  }, [stage])
}
