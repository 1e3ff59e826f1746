import { SearchOutlined } from '@ant-design/icons'
import { Input, type InputRef } from 'antd'
import { useEffect, useState, type Ref } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './table.module.css'

interface Props {
  value: string
  onSearch: (text: string) => void
  inputRef?: Ref<InputRef>
}

/** Milliseconds without a key before the list is asked. */
const PAUSE = 300

/** Search that follows the typing, a moment behind. */
export function SearchBox({ value, onSearch, inputRef }: Props) {
  const { t } = useTranslation()
  const [text, setText] = useState(value)
  // The address may change by itself: the back button, a saved view.
  const [known, setKnown] = useState(value)
  if (known !== value) {
    setKnown(value)
    setText(value)
  }

  useEffect(() => {
    if (text === value) return undefined
    const timer = setTimeout(() => onSearch(text.trim()), PAUSE)
    return () => clearTimeout(timer)
  }, [text, value, onSearch])

  return (
    <Input
      ref={inputRef}
      type="search"
      aria-label={t('table.search')}
      placeholder={t('table.search')}
      prefix={<SearchOutlined aria-hidden />}
      suffix={text ? undefined : <kbd aria-hidden>/</kbd>}
      allowClear
      value={text}
      onChange={(event) => setText(event.target.value)}
      onPressEnter={() => onSearch(text.trim())}
      className={styles.search}
    />
  )
}
