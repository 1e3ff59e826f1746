import { PlusOutlined } from '@ant-design/icons'
import { Button, Checkbox, Input, Modal } from 'antd'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '@/kit/errors'
import { useCreateBackupMutation } from './api'
import styles from './backups.module.css'
import { useEntityName } from './useEntityName'

const MAX_NAME = 31

/** Asks for a name and for what goes into it: everything, or some. */
export function MakeBackup({ entities }: { entities: string[] }) {
  const { t } = useTranslation('backups')
  const errorText = useErrorText()
  const entityName = useEntityName()
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const [name, setName] = useState('')
  const [chosen, setChosen] = useState<string[]>([])
  const [refused, setRefused] = useState('')
  const [make, { isLoading }] = useCreateBackupMutation()
  const open = () => {
    setName('')
    setChosen(entities)
    setRefused('')
    setOpen(true)
  }
  const submit = async () => {
    const all = chosen.length === entities.length
    const result = await make({
      createBackupRequestInput: { name, entities: all ? [] : chosen },
    })
    if (result.error) setRefused(errorText(result.error))
    else setOpen(false)
  }
  return (
    <>
      <Button type="primary" icon={<PlusOutlined />} onClick={open}>
        {t('make.open')}
      </Button>
      <Modal
        open={isOpen}
        title={t('make.title')}
        okText={t('make.action')}
        okButtonProps={{
          disabled: !name.trim() || chosen.length === 0,
          loading: isLoading,
        }}
        onOk={() => void submit()}
        onCancel={() => setOpen(false)}
        destroyOnHidden
      >
        <label htmlFor={id}>{t('make.name')}</label>
        <Input
          id={id}
          value={name}
          maxLength={MAX_NAME}
          onChange={({ target }) => setName(target.value)}
        />
        <fieldset className={styles.entities}>
          <legend>{t('make.entities')}</legend>
          <Checkbox.Group
            value={chosen}
            onChange={setChosen}
            options={entities.map((value) => ({
              value,
              label: entityName(value),
            }))}
          />
        </fieldset>
        <p className={styles.soft}>{t('make.secrets')}</p>
        {refused && (
          <p className={styles.bad} role="alert">
            {refused}
          </p>
        )}
      </Modal>
    </>
  )
}
