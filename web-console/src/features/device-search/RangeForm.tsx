import { SearchOutlined } from '@ant-design/icons'
import { Button, Input } from 'antd'
import { useId, useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { MAX_ADDRESSES, problemOf, sizeOf } from './range'
import styles from './SearchPage.module.css'

interface Props {
  isBusy: boolean
  onSearch: (start: string, end: string) => void
}

/** From which address to which. */
export function RangeForm({ isBusy, onSearch }: Props) {
  const { t } = useTranslation('device-search')
  const id = useId()
  const [start, setStart] = useState('')
  const [end, setEnd] = useState('')
  const [isTried, setTried] = useState(false)
  const problem = problemOf(start, end)
  const size = sizeOf(start, end)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (!problem && !isBusy) onSearch(start, end)
  }
  const field = (name: 'start' | 'end', value: string, set: (text: string) => void) => (
    <div className={styles.field}>
      <label htmlFor={`${id}-${name}`}>{t(`range.${name}`)}</label>
      <Input
        id={`${id}-${name}`}
        className="mono"
        inputMode="decimal"
        autoComplete="off"
        value={value}
        placeholder={name === 'start' ? '10.0.0.1' : '10.0.0.254'}
        status={isTried && problem ? 'error' : undefined}
        aria-describedby={`${id}-hint`}
        onChange={(event) => set(event.target.value)}
      />
    </div>
  )
  return (
    <form className={styles.range} onSubmit={submit} noValidate aria-label={t('range.title')}>
      {field('start', start, setStart)}
      {field('end', end, setEnd)}
      <Button type="primary" htmlType="submit" icon={<SearchOutlined />} loading={isBusy}>
        {t('range.search')}
      </Button>
      <p id={`${id}-hint`} className={isTried && problem ? styles.problem : styles.hint}>
        {isTried && problem
          ? t(`options.problems.${problem}`, { max: MAX_ADDRESSES })
          : size
            ? t('range.size', { count: size })
            : t('range.hint', { max: MAX_ADDRESSES })}
      </p>
    </form>
  )
}
