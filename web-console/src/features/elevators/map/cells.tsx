import { Input, InputNumber, Select } from 'antd'
import { useState, type ReactNode } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useField, type FieldProps } from '@/kit/form'
import styles from './FloorMap.module.css'
import { kindOf, KINDS, type FloorKind, type MapForm } from './schema'

/** A field of a row: its column names it, on a phone it stands above. */
interface CellProps extends Pick<FieldProps, 'name' | 'disabled'> {
  /** With the floor, as whoever cannot see the row is told. */
  label: string
  /** Of the column. */
  heading: string
}

interface FrameProps {
  heading: string
  error: string | undefined
  errorId: string | undefined
  children: ReactNode
}

function Cell({ heading, error, errorId, children }: FrameProps) {
  return (
    <div className={styles.cell} data-label={heading}>
      {children}
      {error && (
        <small id={errorId} role="alert">
          {error}
        </small>
      )}
    </div>
  )
}

export function NumberCell({ name, label, heading, disabled }: CellProps) {
  const { value, onChange, error, control } = useField({ name, label, disabled })
  return (
    <Cell heading={heading} error={error} errorId={control['aria-describedby']}>
      <InputNumber<number>
        {...control}
        status={error ? 'error' : undefined}
        aria-label={label}
        controls={false}
        className={styles.number}
        value={value as number | null}
        onChange={onChange}
      />
    </Cell>
  )
}

export function TextCell({ name, label, heading, disabled }: CellProps) {
  const { value, onChange, error, control } = useField({ name, label, disabled })
  return (
    <Cell heading={heading} error={error} errorId={control['aria-describedby']}>
      <Input
        {...control}
        status={error ? 'error' : undefined}
        aria-label={label}
        autoComplete="off"
        value={value as string}
        onChange={onChange}
      />
    </Cell>
  )
}

interface ListProps extends CellProps {
  parse: (text: string) => (string | number)[]
  placeholder?: string
  /** What the cell will hold once an output is let go above it. */
  drawn?: number
  children?: ReactNode
}

/** A short list typed with commas; it is read when the field is left. */
export function ListCell({ parse, placeholder, drawn, children, ...props }: ListProps) {
  const { value, onChange, error, control } = useField(props)
  const [draft, setDraft] = useState<string>()
  const text = ((value ?? []) as (string | number)[]).join(', ')
  return (
    <Cell heading={props.heading} error={error} errorId={control['aria-describedby']}>
      <span className={styles.withHandle} data-drawn={drawn !== undefined}>
        <Input
          {...control}
          status={error ? 'error' : undefined}
          aria-label={props.label}
          className="mono"
          autoComplete="off"
          placeholder={placeholder}
          value={drawn === undefined ? (draft ?? text) : String(drawn)}
          onChange={(event) => setDraft(event.target.value)}
          onBlur={() => {
            if (draft !== undefined) onChange(parse(draft))
            setDraft(undefined)
            control.onBlur()
          }}
        />
        {children}
      </span>
    </Cell>
  )
}

interface KindProps {
  at: number
  label: string
  heading: string
}

/** Who may go to the floor. Of a panel's floor nobody is at home. */
export function KindCell({ at, label, heading }: KindProps) {
  const { t } = useTranslation('elevators')
  const { setValue } = useFormContext<MapForm>()
  const [is_public, is_panel_floor] = useWatch<
    MapForm,
    [`floors.${number}.is_public`, `floors.${number}.is_panel_floor`]
  >({ name: [`floors.${at}.is_public`, `floors.${at}.is_panel_floor`] })
  const choose = (kind: FloorKind) => {
    const dirty = { shouldDirty: true }
    setValue(`floors.${at}.is_public`, kind === 'public', dirty)
    setValue(`floors.${at}.is_panel_floor`, kind === 'panel', dirty)
    if (kind === 'panel') setValue(`floors.${at}.apartments`, [], dirty)
  }
  return (
    <Cell heading={heading} error={undefined} errorId={undefined}>
      <Select<FloorKind>
        aria-label={label}
        value={kindOf({ is_public, is_panel_floor })}
        onChange={choose}
        popupMatchSelectWidth={false}
        options={KINDS.map((value) => ({ value, label: t(`options.kinds.${value}`) }))}
      />
    </Cell>
  )
}
