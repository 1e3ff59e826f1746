import { Button, Checkbox, Input, Select } from 'antd'
import { useId, useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { Ref as Entity } from '@/api/types'
import { groups } from '@/features/groups'
import { pickerOf, PickerInput } from '@/kit/picker'
import type { FoundDevice } from './api'
import styles from './SearchPage.module.css'
import type { useCreateFound } from './useCreateFound'

const groupSource = pickerOf(groups)

interface Props {
  devices: FoundDevice[]
  creation: ReturnType<typeof useCreateFound>
  onCreated: () => void
}

/** Where the chosen devices belong, and how they are reached. */
export function CreateFound({ devices, creation, onCreated }: Props) {
  const { t } = useTranslation('device-search')
  const id = useId()
  const [group, setGroup] = useState<Entity[]>([])
  const [protocol, setProtocol] = useState<'mqtt' | 'http'>('mqtt')
  const [login, setLogin] = useState('')
  const [password, setPassword] = useState('')
  const [keepList, setKeepList] = useState(false)
  const groupId = group[0]?.id
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (groupId === undefined || devices.length === 0) return
    if (await creation.run(devices, { groupId, protocol, login, password, keepList })) onCreated()
  }
  return (
    <form
      className={styles.step}
      onSubmit={(event) => void submit(event)}
      aria-label={t('create.title')}
    >
      <h2>{t('create.title')}</h2>
      <p className={styles.hint}>{t('create.text')}</p>
      <div className={styles.range}>
        <div className={styles.field}>
          <label htmlFor={`${id}-group`}>{t('create.group')}</label>
          <PickerInput
            id={`${id}-group`}
            title={t('create.group')}
            source={groupSource}
            value={group}
            onChange={setGroup}
          />
        </div>
        <div className={styles.field}>
          <label htmlFor={`${id}-protocol`}>{t('create.protocol')}</label>
          <Select
            id={`${id}-protocol`}
            value={protocol}
            onChange={setProtocol}
            options={(['mqtt', 'http'] as const).map((value) => ({
              value,
              label: t(`options.protocols.${value}`),
            }))}
          />
        </div>
        <div className={styles.field}>
          <label htmlFor={`${id}-login`}>{t('create.login')}</label>
          <Input
            id={`${id}-login`}
            autoComplete="off"
            maxLength={64}
            value={login}
            onChange={(event) => setLogin(event.target.value)}
          />
        </div>
        <div className={styles.field}>
          <label htmlFor={`${id}-password`}>{t('create.password')}</label>
          <Input.Password
            id={`${id}-password`}
            autoComplete="new-password"
            maxLength={64}
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        </div>
      </div>
      <div>
        <Checkbox
          checked={keepList}
          aria-describedby={`${id}-keep`}
          onChange={(event) => setKeepList(event.target.checked)}
        >
          {t('create.keepList')}
        </Checkbox>
        <p id={`${id}-keep`} className={styles.hint}>
          {t('create.keepListHint')}
        </p>
      </div>
      <div>
        <Button
          type="primary"
          htmlType="submit"
          loading={creation.isLoading}
          disabled={groupId === undefined || devices.length === 0}
          aria-describedby={`${id}-why`}
        >
          {t('create.action', { count: devices.length })}
        </Button>
        <p id={`${id}-why`} className={styles.hint}>
          {devices.length === 0
            ? t('create.chooseDevices')
            : groupId === undefined
              ? t('create.chooseGroup')
              : null}
        </p>
      </div>
    </form>
  )
}
