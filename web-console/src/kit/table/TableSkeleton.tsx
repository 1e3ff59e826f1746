import { useTranslation } from 'react-i18next'
import styles from './table.module.css'

const ROWS = 8
/** Widths of the grey bars, in per cent, so that they look like text. */
const WIDTHS = [62, 48, 70, 40, 56, 66, 44, 58]

/** The shape of the rows that are on their way. */
export function TableSkeleton({ columns }: { columns: number }) {
  const { t } = useTranslation()
  return (
    <div className={styles.skeleton} role="status" aria-label={t('loading')}>
      {/* The first is the heading. */}
      {Array.from({ length: ROWS + 1 }, (_row, row) => (
        <div key={row} className={styles.skeletonRow} data-head={row === 0}>
          {Array.from({ length: columns }, (_cell, cell) => (
            <span key={cell} style={{ width: `${WIDTHS[(row + cell * 3) % WIDTHS.length]}%` }} />
          ))}
        </div>
      ))}
    </div>
  )
}
