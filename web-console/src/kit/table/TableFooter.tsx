import { Pagination } from 'antd'
import { useTranslation } from 'react-i18next'
import { EXACT_TOTAL_LIMIT, PAGE_SIZES, type PageSize } from '@/api/list'
import styles from './table.module.css'

interface Props {
  page: number
  size: PageSize
  total: number
  onChange: (page: number, size: PageSize) => void
}

/** Where in the list we are. Above 10,000 the server does not count any more. */
export function TableFooter({ page, size, total, onChange }: Props) {
  const { t, i18n } = useTranslation()
  const number = new Intl.NumberFormat(i18n.resolvedLanguage)
  const isMore = total > EXACT_TOTAL_LIMIT
  const text = isMore
    ? t('table.moreThan', { total: number.format(EXACT_TOTAL_LIMIT) })
    : t('table.total', { count: total, total: number.format(total) })
  return (
    <div className={styles.footer}>
      <span className="tabular">{text}</span>
      <Pagination
        size="small"
        current={page}
        pageSize={size}
        total={total}
        showSizeChanger
        showLessItems
        pageSizeOptions={[...PAGE_SIZES]}
        onChange={(nextPage, nextSize) =>
          onChange(nextSize === size ? nextPage : 1, nextSize as PageSize)
        }
      />
    </div>
  )
}
