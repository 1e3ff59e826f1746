import { stopwatch } from './clock'
import styles from './chart.module.css'
import { scale, type Scale } from './scale'
import type { Bar, Redirect, Timeline } from './timeline'
import { useWidth } from './useWidth'

const HEAD = 26
const ROW = 38
const BAR = 16
const RIGHT = 14

interface Props {
  timeline: Timeline
  /** Whom the queue at a place rings: with names, and by numbers alone where there is no room. */
  labelsOf: (at: number) => string[]
}

/** Bars on an axis of seconds, and arrows from a queue to the next. The words beside it say the same. */
export function RingChart({ timeline, labelsOf }: Props) {
  const { ref, width } = useWidth<HTMLDivElement>(480)
  const gutter = Math.min(160, Math.max(84, width * 0.28))
  const axis = scale(timeline.end, gutter, width - RIGHT)
  const height = HEAD + timeline.bars.length * ROW + 6
  return (
    <div ref={ref} className={styles.chart}>
      <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden>
        <Arrowheads />
        <Axis axis={axis} height={height} />
        {timeline.silences.map(({ from, to }) => (
          <rect
            key={from}
            className={styles.silence}
            x={axis.x(from)}
            y={HEAD}
            width={axis.x(to) - axis.x(from)}
            height={height - HEAD}
          />
        ))}
        {timeline.bars.map((bar, row) => (
          <Row key={bar.at} {...{ bar, row, axis, gutter }} labels={labelsOf(bar.at)} />
        ))}
        {timeline.redirects.map((redirect, row) => (
          <Arrows key={redirect.from} {...{ redirect, row, axis }} bars={timeline.bars} />
        ))}
      </svg>
    </div>
  )
}

const topOf = (row: number) => HEAD + row * ROW + (ROW - BAR) / 2

function Arrowheads() {
  return (
    <defs>
      {(['next', 'error'] as const).map((kind) => (
        <marker
          key={kind}
          id={`ring-${kind}`}
          viewBox="0 0 8 8"
          refX="7"
          refY="4"
          markerWidth="7"
          markerHeight="7"
          orient="auto"
        >
          <path d="M0 0.5 8 4 0 7.5Z" className={styles[`${kind}Head`]} />
        </marker>
      ))}
    </defs>
  )
}

function Axis({ axis, height }: { axis: Scale; height: number }) {
  return axis.ticks.map((tick) => (
    <g key={tick}>
      <line className={styles.tick} x1={axis.x(tick)} x2={axis.x(tick)} y1={HEAD - 6} y2={height} />
      <text className={styles.time} x={axis.x(tick)} y={12} textAnchor="middle">
        {stopwatch(tick)}
      </text>
    </g>
  ))
}

interface RowProps {
  bar: Bar
  row: number
  axis: Scale
  gutter: number
  labels: string[]
}

/** Pixels of a letter in the names at the left, on average. */
const LETTER = 6.6
const BADGE = 20

function Row({ bar, row, axis, gutter, labels }: RowProps) {
  const middle = topOf(row) + BAR / 2
  const [from, to] = [axis.x(bar.start), axis.x(bar.end)]
  const room = Math.floor((gutter - BADGE - 14) / LETTER)
  const label = labels.find(({ length }) => length <= room) ?? labels.at(-1) ?? ''
  return (
    <g>
      <circle className={styles.badge} cx={BADGE / 2} cy={middle} r={BADGE / 2 - 1} />
      <text className={styles.number} x={BADGE / 2} y={middle + 4} textAnchor="middle">
        {bar.at + 1}
      </text>
      <text className={styles.label} x={BADGE + 6} y={middle + 4}>
        {label.length > room ? `${label.slice(0, Math.max(1, room - 1))}…` : label}
      </text>
      <rect className={styles.bar} x={from} y={topOf(row)} width={to - from} height={BAR} rx={5} />
    </g>
  )
}

interface ArrowsProps {
  redirect: Redirect
  /** Of the bar that the arrow begins at. */
  row: number
  axis: Scale
  bars: Bar[]
}

/** How far the arrow for errors stands from the beginning of its bar. */
const INSET = 8

function Arrows({ redirect, row, axis, bars }: ArrowsProps) {
  const [bar, next] = [bars[row]!, bars[row + 1]!]
  const [bottom, top] = [topOf(row) + BAR, topOf(row + 1)]
  const x = axis.x(next.start)
  const stopped = axis.x(Math.min(next.start, bar.end))
  const start = axis.x(bar.start) + INSET
  const ending = bottom + (top - bottom) / 2
  return (
    <>
      <path
        className={styles.next}
        // After a silence the way begins where the bar ended.
        d={`M${stopped} ${bottom}${stopped < x ? `V${bottom + 4}H${x}` : ''}V${top - 1}`}
        markerEnd="url(#ring-next)"
      />
      {redirect.onError === null ? (
        <path
          className={styles.ends}
          d={`M${start} ${bottom}V${ending}M${start - 5} ${ending}h10`}
        />
      ) : (
        x > start + INSET && (
          <path
            className={styles.error}
            d={`M${start} ${bottom}V${top + BAR / 2}H${x - 2}`}
            markerEnd="url(#ring-error)"
          />
        )
      )}
    </>
  )
}
