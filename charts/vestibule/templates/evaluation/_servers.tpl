{{/*
The servers that the chart itself must bring, as YAML: name, port and who in the release connects to it.
*/}}
{{- define "vestibule.evaluation.servers" -}}
{{- $callers := dict }}
{{- range include "vestibule.services" . | fromYamlArray }}
{{- $service := .name }}
{{- range .values.uses }}{{ $_ := set $callers . (append (index $callers . | default list) $service) }}{{ end }}
{{- end }}
{{- if .Values.evaluation.demonstration }}
{{- range list "postgres" "rabbitmq" "redis" "mqtt" "mail" }}{{ $_ := set $callers . (append (index $callers . | default list) "demonstration") }}{{ end }}
{{- end }}
{{- $uid := dict "postgres" 999 "rabbitmq" 999 "redis" 999 "mosquitto" 1883 "mail" 65532 }}
{{- $port := dict "postgres" 5432 "rabbitmq" 5672 "redis" 6379 "mosquitto" 1883 "mail" 1025 }}
{{- range $name := list "postgres" "rabbitmq" "redis" "mosquitto" "mail" }}
{{- $use := ternary "mqtt" $name (eq $name "mosquitto") }}
{{- if eq (include (printf "vestibule.%sSource" $use) $) "evaluation" }}
- name: {{ $name }}
  component: evaluation
  uid: {{ index $uid $name }}
  port: {{ index $port $name }}
  callers: {{ ternary (append (index $callers $use | default list) "migrate") (index $callers $use | default list) (eq $name "postgres") | toJson }}
{{- end }}
{{- end }}
{{- end }}

{{/* dict "root" $ "name" SERVER: its part, with uid; nothing when the chart does not bring it. */}}
{{- define "vestibule.evaluation.head" -}}
apiVersion: apps/v1
kind: StatefulSet
metadata:
  {{- include "library.metadata" . | nindent 2 }}
spec:
  replicas: 1
  serviceName: {{ include "library.fullname" . }}
  selector:
    matchLabels:
      {{- include "library.selector" . | nindent 6 }}
{{- end }}

{{- define "vestibule.evaluation.pod" -}}
metadata:
  labels:
    {{- include "library.labels" . | nindent 4 }}
  {{- with .annotations }}
  annotations:
    {{- toYaml . | nindent 4 }}
  {{- end }}
spec:
  {{- include "library.podBasics" . | nindent 2 }}
{{- end }}

{{- define "vestibule.evaluation.container" -}}
{{- $own := index .root.Values.evaluation .name -}}
name: {{ .name }}
image: {{ include "library.image" (dict "root" .root "image" $own.image) }}
imagePullPolicy: IfNotPresent
securityContext:
  {{- include "library.containerSecurity" . | nindent 2 }}
resources:
  {{- toYaml $own.resources | nindent 2 }}
{{- end }}

{{/* dict "root" $ "name" SERVER: the claim of its data. */}}
{{- define "vestibule.evaluation.claim" -}}
volumeClaimTemplates:
  - metadata: { name: data }
    spec:
      accessModes: [ReadWriteOnce]
      {{- with .root.Values.evaluation.storageClass }}
      storageClassName: {{ . }}
      {{- end }}
      resources: { requests: { storage: {{ (index .root.Values.evaluation .name).storage }} } }
{{- end }}
