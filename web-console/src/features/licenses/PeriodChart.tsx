import dayjs from 'dayjs'
import { useTranslation } from 'react-i18next'
import { useDateFormat } from '@/kit/time'
import type { LicenseDay } from './api'
import { pointsOf } from './chart'
import styles from './licenses.module.css'

const WIDTH = 720
const HEIGHT = 180

/** Peaks of days as columns, means as a line, the limit above them; the same as a table for whoever does not see it. */
export function PeriodChart({ days, kind }: { days: LicenseDay[]; kind: string }) {
  const { t, i18n } = useTranslation('licenses')
  const { datePattern } = useDateFormat()
  const points = pointsOf(days, kind)
  if (points.length === 0) return <p className={styles.soft}>{t('reports.noDays')}</p>
  const top = Math.max(1, ...points.flatMap(({ peak, maximum }) => [peak, maximum ?? 0]))
  const step = WIDTH / points.length
  const y = (value: number) => HEIGHT - (HEIGHT * value) / top
  const mean = points.map((point, at) => `${(at + 0.5) * step},${y(point.mean)}`).join(' ')
  const limit = points.map((point, at) => `${(at + 0.5) * step},${y(point.maximum ?? top)}`)
  const number = (value: number) => value.toLocaleString(i18n.language)
  const day = (date: string | undefined) => date && dayjs(date).format(datePattern)
  return (
    <figure className={styles.chart}>
      <div className={styles.scale} aria-hidden>
        <span>{number(top)}</span>
        <span>0</span>
      </div>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT + 4}`} preserveAspectRatio="none" aria-hidden>
        {points.map((point, at) => (
          <rect
            key={point.date}
            className={styles.column}
            x={at * step + step * 0.15}
            width={step * 0.7}
            y={y(point.peak)}
            height={HEIGHT - y(point.peak)}
          />
        ))}
        <polyline className={styles.mean} points={mean} />
        {points.some(({ maximum }) => maximum !== null) && (
          <polyline className={styles.limit} points={limit.join(' ')} />
        )}
      </svg>
      <div className={styles.ends} aria-hidden>
        <span>{day(points[0]?.date)}</span>
        {points.length > 1 && <span>{day(points.at(-1)?.date)}</span>}
      </div>
      <figcaption>
        <span data-key="peak">{t('reports.peak')}</span>
        <span data-key="mean">{t('reports.mean')}</span>
        <span data-key="limit">{t('reports.limit')}</span>
      </figcaption>
      <details>
        <summary>{t('reports.asTable')}</summary>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('reports.date')}</th>
              <th scope="col">{t('reports.peak')}</th>
              <th scope="col">{t('reports.mean')}</th>
              <th scope="col">{t('reports.limit')}</th>
            </tr>
          </thead>
          <tbody>
            {points.map((point) => (
              <tr key={point.date}>
                <td>{day(point.date)}</td>
                <td>{number(point.peak)}</td>
                <td>{point.mean.toLocaleString(i18n.language, { maximumFractionDigits: 1 })}</td>
                <td>{point.maximum === null ? t('unlimited') : number(point.maximum)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  )
}
