"""cpsat.py FILE SECONDS: solves a FlatZinc file, made for our solver, with OR-Tools CP-SAT; one worker, its own search.

It tells the objective (or `found`), whether it was proved, and the CPU seconds from the model in memory to the end. Of
FlatZinc it knows what the models here need, and ends with the name of any other constraint.
"""

import re
import resource
import sys

from ortools.sat.python import cp_model

TOKEN = re.compile(r"\s*(?:%[^\n]*\n\s*)*(\.\.|::|[A-Za-z_]\w*|-?\d+|[\[\](){},;:=])")


class Reader:
    """FlatZinc as nested lists: a name or a number, [members], {ranges} as a list of pairs, (name, arguments)."""

    def __init__(self, text):
        self.tokens = TOKEN.findall(text)
        self.at = 0

    def next(self):
        self.at += 1
        return self.tokens[self.at - 1]

    def skip(self, token):
        found = self.at < len(self.tokens) and self.tokens[self.at] == token
        self.at += found
        return found

    def list(self, end):
        members = []
        while not self.skip(end):
            members.append(self.value())
            self.skip(",")
        return members

    def value(self):
        token = self.next()
        if token == "[":
            return self.list("]")
        if token == "{":
            return {"set": [(n, n) for n in self.list("}")]}
        if token in ("true", "false"):
            return int(token == "true")
        if re.fullmatch(r"-?\d+", token):
            return {"set": [(int(token), int(self.next()))]} if self.skip("..") else int(token)
        if self.skip("("):
            return (token, self.list(")"))
        if self.skip("["):
            index = int(self.next())
            self.next()
            return ("element of", [token, index])
        return token

    def annotations(self):
        while self.skip("::"):
            self.value()


class Program:
    def __init__(self, text):
        self.model = cp_model.CpModel()
        self.names = {}
        self.fixed = {}
        self.objective = None
        reader = Reader(text)
        while reader.at < len(reader.tokens):
            self.item(reader)

    def item(self, reader):
        word = reader.next()
        if word == "predicate":
            while not reader.skip(";"):
                reader.next()
        elif word == "constraint":
            name, arguments = reader.value()
            reader.annotations()
            reader.skip(";")
            self.post(name.removeprefix("fzn_").removeprefix("equipoise_"), [self.meant(argument) for argument in arguments])
        elif word == "solve":
            reader.annotations()
            goal = reader.next()
            if goal != "satisfy":
                self.objective = self.meant(reader.value())
                (self.model.minimize if goal == "minimize" else self.model.maximize)(self.objective)
            reader.skip(";")
        else:
            self.declare(word, reader)

    def declare(self, word, reader):
        is_array = word == "array"
        if is_array:
            while reader.next() != "of":
                pass
            word = reader.next()
        is_var = word == "var"
        if not is_var:
            reader.at -= 1
        domain = reader.value()
        while not reader.skip(":"):
            reader.next()
        name = reader.next()
        reader.annotations()
        given = self.meant(reader.value()) if reader.skip("=") else None
        reader.skip(";")
        if is_array or not is_var:
            self.names[name] = given
            return
        ranges = [(0, 1)] if domain == "bool" else domain["set"] if isinstance(domain, dict) else [(-2**30, 2**30)]
        if domain == "bool":
            self.names[name] = self.model.new_bool_var(name)
        else:
            self.names[name] = self.model.new_int_var_from_domain(cp_model.Domain.from_intervals(ranges), name)
        if given is not None:
            self.model.add(self.names[name] == given)

    def meant(self, value):
        if isinstance(value, list):
            return [self.meant(member) for member in value]
        if isinstance(value, tuple) and value[0] == "element of":
            return self.names[value[1][0]][value[1][1] - 1]
        return self.names[value] if isinstance(value, str) else value

    def literal(self, x):
        """A Boolean for a variable from 0 to 1, or for what is known."""
        if isinstance(x, int):
            return self.model.new_constant(x)
        if x.index not in self.fixed:
            is_boolean = x.name and self.names.get(x.name) is x and list(x.proto.domain) == [0, 1]
            own = x if is_boolean else self.model.new_bool_var("")
            if own is not x:
                self.model.add(own == x)
            self.fixed[x.index] = own
        return self.fixed[x.index]

    def post(self, name, given):
        model = self.model
        base, kind = name, None
        for ending in ("_reif", "_imp"):
            if name.endswith(ending):
                base, kind = name.removesuffix(ending), ending
        both = {
            "eq": lambda a, b: (a == b, a != b), "ne": lambda a, b: (a != b, a == b),
            "le": lambda a, b: (a <= b, a > b), "lt": lambda a, b: (a < b, a >= b)}
        way = base.rsplit("_", 1)[-1]
        if base.startswith(("int_lin_", "bool_lin_")) or base in {f"{t}_{w}" for t in ("int", "bool") for w in both}:
            if "_lin_" in base:
                left = sum(c * x for c, x in zip(given[0], given[1]))
                right = given[2]
            else:
                left, right = given[:2]
            holds, fails = both[way](left + 0 * model.new_constant(0), right)
            if kind is None:
                return model.add(holds)
            truth = self.literal(given[-1])
            model.add(holds).only_enforce_if(truth)
            return kind == "_imp" or model.add(fails).only_enforce_if(~truth)
        if kind:
            if base == "set_in":
                x, values, truth = given
                domain = cp_model.Domain.from_intervals(values["set"])
                model.add_linear_expression_in_domain(x, domain).only_enforce_if(self.literal(truth))
                other = domain.complement()
                return kind == "_imp" or model.add_linear_expression_in_domain(x, other).only_enforce_if(~self.literal(truth))
            if base == "bool_clause":
                literals = [self.literal(x) for x in given[0]] + [~self.literal(x) for x in given[1]]
                return self.any(self.literal(given[2]), literals)
            raise SystemExit(f"no constraint {name}")
        match name, given:
            case "bool2int", [a, b]:
                model.add(a == b)
            case "bool_not", [a, b]:
                model.add(a + b == 1)
            case "bool_clause", [yes, no]:
                model.add_bool_or([self.literal(x) for x in yes] + [~self.literal(x) for x in no])
            case "array_bool_or", [parts, result]:
                self.any(self.literal(result), [self.literal(x) for x in parts])
            case "array_bool_and", [parts, result]:
                self.any(~self.literal(result), [~self.literal(x) for x in parts])
            case "int_times", [a, b, c]:
                model.add_multiplication_equality(c, [a, b])
            case "int_abs", [a, b]:
                model.add_abs_equality(b, a)
            case "int_plus", [a, b, c]:
                model.add(a + b == c)
            case "set_in", [x, values]:
                model.add_linear_expression_in_domain(x, cp_model.Domain.from_intervals(values["set"]))
            case ("array_int_element" | "array_bool_element" | "array_var_int_element" | "array_var_bool_element"), [i, a, x]:
                model.add_element(i, [0, *a], x)
            case "array_int_maximum", [x, a]:
                model.add_max_equality(x, a)
            case "array_int_minimum", [x, a]:
                model.add_min_equality(x, a)
            case "all_different_int", [x]:
                model.add_all_different(x)
            case ("table" | "table_int" | "table_bool"), [x, rows]:
                model.add_allowed_assignments(x, [rows[i:i + len(x)] for i in range(0, len(rows), len(x))])
            case "circuit", [x, first]:
                arcs = []
                for i, next_one in enumerate(x):
                    for j in range(len(x)):
                        arc = model.new_bool_var("")
                        model.add(next_one == j + first).only_enforce_if(arc)
                        model.add(next_one != j + first).only_enforce_if(~arc)
                        if i == j:
                            model.add(arc == 0)
                        else:
                            arcs.append((i, j, arc))
                model.add_circuit(arcs)
            case "regular", [x, states, letters, table, start, accepting]:
                steps = [(q + 1, a + 1, table[q * letters + a]) for q in range(states) for a in range(letters)]
                tails = [i for low, high in accepting["set"] for i in range(low, high + 1)]
                taken = [(q, a, r) for q, a, r in steps if r]
                model.add_automaton(x, start, tails, [(q, a, r) for q, a, r in taken])
            case "global_cardinality", [x, values, counts]:
                for value, count in zip(values, counts):
                    model.add(sum(self.is_value(each, value) for each in x) == count)
            case ("lex_lesseq_int" | "lex_lesseq_bool"), [x, y]:
                self.in_order(x, y)
            case ("disjunctive" | "disjunctive_strict"), [starts, durations]:
                model.add_no_overlap([self.interval(s, d) for s, d in zip(starts, durations)])
            case "cumulative", [starts, durations, needs, capacity]:
                model.add_cumulative([self.interval(s, d) for s, d in zip(starts, durations)], needs, capacity)
            case _:
                raise SystemExit(f"no constraint {name}")

    def any(self, result, literals):
        self.model.add_bool_or(literals).only_enforce_if(result)
        for literal in literals:
            self.model.add_implication(literal, result)

    def interval(self, start, duration):
        if isinstance(duration, int):
            return self.model.new_fixed_size_interval_var(start, duration, "")
        return self.model.new_interval_var(start, duration, self.model.new_int_var(-2**30, 2**30, ""), "")

    def is_value(self, x, value):
        key = (x if isinstance(x, int) else x.index, value)
        if isinstance(x, int):
            return int(x == value)
        if key not in self.fixed:
            truth = self.model.new_bool_var("")
            self.model.add(x == value).only_enforce_if(truth)
            self.model.add(x != value).only_enforce_if(~truth)
            self.fixed[key] = truth
        return self.fixed[key]

    def in_order(self, x, y):
        """x is at most y, as words are: equal so far, or less already."""
        equal = self.model.new_constant(1)
        for a, b in zip(x, y):
            still = self.model.new_bool_var("")
            self.model.add(a <= b).only_enforce_if(equal)
            self.model.add(a < b).only_enforce_if([equal, ~still])
            self.model.add(a == b).only_enforce_if([equal, still])
            self.model.add_implication(still, equal)
            equal = still


def main():
    program = Program(open(sys.argv[1]).read())
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.max_time_in_seconds = float(sys.argv[2])
    before = resource.getrusage(resource.RUSAGE_SELF).ru_utime
    status = solver.solve(program.model)
    seconds = resource.getrusage(resource.RUSAGE_SELF).ru_utime - before
    found = status in (cp_model.OPTIMAL, cp_model.FEASIBLE)
    value = solver.value(program.objective) if found and program.objective is not None else "found" if found else "none"
    proved = status in (cp_model.OPTIMAL, cp_model.INFEASIBLE)
    print(value, "proved" if proved else "open", f"{seconds:.3f}")


main()
