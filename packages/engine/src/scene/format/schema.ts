/**
 * The format as JSON Schema, draft 2020-12, made from the table that checks files: editors then complete keys and mark
 * faults. Rules that a schema cannot express, such as unique ids and resolved references, are checked by `checkScene`.
 */
import { type Field, finite, type NumberField, type RecordField, type TextField, type VectorField } from "./table.js";
import { sceneField } from "./table-scene.js";

type Schema = { readonly [key: string]: unknown };
type Definitions = Record<string, Schema>;

/** The schema of a field, by its kind. */
const describers: {
  readonly [K in Field["kind"]]: (field: Extract<Field, { kind: K }>, defs: Definitions) => Schema;
} = {
  number: describeNumber,
  vector: describeVector,
  text: describeText,
  flag: () => ({ type: "boolean" }),
  choice: ({ values }) => (values.length === 1 ? { const: values[0] } : { enum: values }),
  list: ({ of, min, max }, defs) => ({
    type: "array",
    items: describe(of, defs),
    ...(min > 0 ? { minItems: min } : {}),
    maxItems: max,
  }),
  map: ({ of }, defs) => ({ type: "object", additionalProperties: describe(of, defs) }),
  name: () => ({ type: "string" }),
  selection: () => ({
    anyOf: [{ const: "all" }, { type: "array", items: { type: "string" }, minItems: 1, uniqueItems: true }],
  }),
  record: refer,
  variant: ({ of }, defs) => ({
    type: "object",
    required: ["type"],
    properties: { type: { enum: Object.keys(of) } },
    oneOf: Object.values(of).map((each) => refer(each, defs)),
  }),
};

/** The published JSON Schema, which is also in the package as schema/scene-1.json. */
export const sceneSchema: object = /* @__PURE__ */ createSchema();

function createSchema(): object {
  const number = describeNumber(finite);
  const defs: Definitions = {
    vector: { type: "array", items: number, minItems: 3, maxItems: 3, description: "[x, y, z]" },
    direction: {
      allOf: [{ $ref: "#/$defs/vector" }, { not: { items: { const: 0 } } }],
      description: "[x, y, z], not zero; only the direction counts",
    },
    rotation: {
      type: "array",
      items: number,
      minItems: 4,
      maxItems: 4,
      not: { items: { const: 0 } },
      description: "Quaternion [x, y, z, w], not zero",
    },
  };
  const root = describeRecord(sceneField, defs);
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "Rigor scene, version 1",
    ...root,
    $defs: Object.fromEntries(Object.entries(defs).sort(([a], [b]) => (a < b ? -1 : 1))),
  };
}

/** The schema of a field of any kind; records are added to the definitions. */
function describe(field: Field, defs: Definitions): Schema {
  const describer = describers[field.kind] as (field: Field, defs: Definitions) => Schema;
  return describer(field, defs);
}

function describeVector({ length, isDirection, most }: VectorField): Schema {
  return {
    $ref: `#/$defs/${length === 4 ? "rotation" : isDirection ? "direction" : "vector"}`,
    ...(most === finite.most ? {} : { items: { minimum: -most, maximum: most } }),
  };
}

function describeText({ minLength, maxLength, pattern }: TextField): Schema {
  return {
    type: "string",
    ...(minLength > 0 ? { minLength } : {}),
    ...(maxLength === undefined ? {} : { maxLength }),
    ...(pattern === undefined ? {} : { pattern }),
  };
}

/** A reference to the definition of a record, which is added under its name at first use. */
function refer(field: RecordField, defs: Definitions): Schema {
  // the underscore keeps names of records apart from vector, direction and rotation
  const key = field.name.replaceAll(" ", "_");
  if (!Object.hasOwn(defs, key)) {
    defs[key] = {};
    defs[key] = describeRecord(field, defs);
  }
  return { $ref: `#/$defs/${key}` };
}

function describeRecord(field: RecordField, defs: Definitions): Schema {
  const { keys, required, conflicts, needs } = field;
  const properties = Object.entries(keys).map(([key, { field: of, about, standard }]) => [
    key,
    { ...describe(of, defs), description: about, ...(standard === undefined ? {} : { default: standard }) },
  ]);
  return {
    type: "object",
    properties: Object.fromEntries(properties),
    additionalProperties: false,
    ...(required.length > 0 ? { required } : {}),
    ...(needs.length > 0 ? { anyOf: needs.map((list) => ({ required: list })) } : {}),
    ...(conflicts.length > 0 ? { allOf: conflicts.map((two) => ({ not: { required: two } })) } : {}),
  };
}

function describeNumber({ min, above, max, most, least, integer = false }: NumberField): Schema {
  // a number with a least size is above 0
  const low = min ?? least ?? (above === undefined && most !== undefined ? -most : undefined);
  const high = max ?? most;
  return {
    type: integer ? "integer" : "number",
    ...(low === undefined ? {} : { minimum: low }),
    ...(above === undefined || least !== undefined ? {} : { exclusiveMinimum: above }),
    ...(high === undefined ? {} : { maximum: high }),
  };
}
