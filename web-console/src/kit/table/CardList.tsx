import { Checkbox } from 'antd'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { DataTableProps } from './DataTable'
import { RowMenu } from './RowMenu'
import styles from './table.module.css'
import type { HasId } from './types'

/** The rows as cards, for a phone. */
export function CardList<Row extends HasId>(props: DataTableProps<Row>) {
  const { rows, columns, selection, rowActions, label, linkOf, onOpen, activeId } = props
  const { t } = useTranslation()
  const main = columns.find(({ isMain }) => isMain)
  const lines = columns.filter(({ isMain, isWideOnly }) => !isMain && !isWideOnly)

  return (
    <ul className={styles.cards} aria-busy={props.isLoading} data-loading={props.isLoading}>
      {rows.map((row) => {
        const link = linkOf?.(row)
        const title = main ? main.render(row) : label(row)
        return (
          <li key={row.id} className={row.id === activeId ? styles.active : undefined}>
            <div className={styles.cardHead}>
              {selection && (
                <Checkbox
                  aria-label={label(row)}
                  checked={selection.has(row.id)}
                  onChange={() => selection.toggle(row)}
                />
              )}
              {link ? (
                <Link to={link} className={styles.main}>
                  {title}
                </Link>
              ) : (
                <span className={styles.main}>{title}</span>
              )}
              {rowActions.length > 0 && (
                <RowMenu row={row} label={label(row)} actions={rowActions} />
              )}
            </div>
            <dl className={styles.lines}>
              {lines.map((column) => (
                <div key={column.key}>
                  <dt>{column.title}</dt>
                  <dd>{column.render(row)}</dd>
                </div>
              ))}
            </dl>
            {onOpen && (
              <button
                type="button"
                className={styles.look}
                aria-label={t('table.look', { name: label(row) })}
                onClick={() => onOpen(row)}
              />
            )}
          </li>
        )
      })}
    </ul>
  )
}
