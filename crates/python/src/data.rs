//! Data: JSON as Python's lists, dictionaries and numbers, and back.

use crate::fault::wrong_type;
use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyFloat, PyInt, PyList, PyString, PyTuple};
use serde_json::{Map, Value};

/// The most lists within lists: as many as text in JSON may have.
const DEEPEST: usize = 127;

/// How pickle makes something again: what it calls, and with what.
pub(crate) type Pickled<'py, Parts> = (Bound<'py, PyAny>, Parts);

/// JSON as Python has it.
pub(crate) fn to_python<'py>(py: Python<'py>, value: &Value) -> PyResult<Bound<'py, PyAny>> {
    match value {
        Value::Null => Ok(py.None().into_bound(py)),
        Value::Bool(truth) => truth.into_bound_py_any(py),
        Value::String(text) => text.into_bound_py_any(py),
        Value::Number(number) => match (number.as_i64(), number.as_u64()) {
            (Some(number), _) => number.into_bound_py_any(py),
            (None, Some(number)) => number.into_bound_py_any(py),
            (None, None) => number.as_f64().into_bound_py_any(py),
        },
        Value::Array(items) => {
            let items = items.iter().map(|item| to_python(py, item)).collect::<PyResult<Vec<_>>>()?;
            Ok(PyList::new(py, items)?.into_any())
        }
        Value::Object(fields) => fields_to_python(py, fields).map(Bound::into_any),
    }
}

/// The fields of an object as a dictionary.
pub(crate) fn fields_to_python<'py>(py: Python<'py>, fields: &Map<String, Value>) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    for (name, value) in fields {
        dict.set_item(name, to_python(py, value)?)?;
    }
    Ok(dict)
}

/// Lists, dictionaries, numbers and texts as JSON.
pub(crate) fn to_json(object: &Bound<'_, PyAny>) -> PyResult<Value> {
    value(object, DEEPEST)
}

fn value(object: &Bound<'_, PyAny>, deeper: usize) -> PyResult<Value> {
    let too_deep = || wrong_type(object.py(), "lists within lists, too many or without end", "a list that ends");
    if object.is_none() {
        Ok(Value::Null)
    } else if let Ok(truth) = object.cast::<PyBool>() {
        Ok(truth.is_true().into())
    } else if object.is_instance_of::<PyInt>() {
        // What is larger than any place can hold is found out by who reads the board, as in text.
        let large = |_| object.extract::<f64>().unwrap_or(f64::MAX).into();
        Ok(object.extract::<i64>().map_or_else(large, Value::from))
    } else if object.is_instance_of::<PyFloat>() {
        Ok(object.extract::<f64>()?.into())
    } else if let Ok(text) = object.cast::<PyString>() {
        Ok(text.to_str()?.into())
    } else if object.is_instance_of::<PyList>() || object.is_instance_of::<PyTuple>() {
        let deeper = deeper.checked_sub(1).ok_or_else(too_deep)?;
        object.try_iter()?.map(|item| value(&item?, deeper)).collect()
    } else if let Ok(fields) = object.cast::<PyDict>() {
        let deeper = deeper.checked_sub(1).ok_or_else(too_deep)?;
        let field = |(name, item): (Bound<'_, PyAny>, Bound<'_, PyAny>)| Ok((name.extract()?, value(&item, deeper)?));
        fields.iter().map(field).collect::<PyResult<Map<String, Value>>>().map(Value::Object)
    } else if let Ok(item) = object.call_method0("item") {
        // The numbers of NumPy, which are no numbers of Python.
        value(&item, deeper.checked_sub(1).ok_or_else(too_deep)?)
    } else {
        let what = format!("a value of type {}", object.get_type().name()?);
        Err(wrong_type(object.py(), &what, "text, numbers, lists, or None for a blank"))
    }
}
