import { Checkbox, Form, Input, InputNumber, Select, Switch, Tabs } from 'antd'

const NOTHING = () => undefined

/**
 * A control of each kind, out of sight. antd makes the styles of a kind when the first of it is drawn: done while
 * the pointer is on a link to a form, the form itself is there sooner.
 */
export default function WarmControls() {
  return (
    <div hidden inert>
      <Form layout="vertical" component={false}>
        <Form.Item label={<span />} required>
          <Input value="" onChange={NOTHING} />
        </Form.Item>
        <Input.TextArea />
        <InputNumber />
        <Select />
        <Switch />
        <Checkbox />
      </Form>
      <Tabs items={[]} />
    </div>
  )
}
