import { SearchOutlined } from '@ant-design/icons'
import { Input, type InputRef } from 'antd'
import { useCallback, useEffect, useState, type Ref } from 'react'
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
  // What was asked and has not come back as the value yet.
  const [asked, setAsked] = useState<string[]>([])
  const [known, setKnown] = useState(value)
  if (known !== value) {
    setKnown(value)
    const answered = asked.indexOf(value)
    setAsked(answered < 0 ? [] : asked.slice(answered + 1))
    // The address changed by itself: the back button, a saved view. What was asked here comes back when somebody may
    // have typed on, and takes nothing of that away.
    if (answered < 0) setText(value)
  }

  const ask = useCallback(
    (wanted: string) => {
      if (wanted === value) return
      setAsked((earlier) => [...earlier, wanted])
      onSearch(wanted)
    },
    [value, onSearch],
  )

  useEffect(() => {
    const timer = setTimeout(() => ask(text.trim()), PAUSE)
    return () => clearTimeout(timer)
  }, [text, ask])

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
      onPressEnter={() => ask(text.trim())}
      // Else the next letter, meant as a command, would be typed into the box.
      onKeyDown={(event) => {
        if (event.key === 'Escape') event.currentTarget.blur()
      }}
      className={styles.search}
    />
  )
}
