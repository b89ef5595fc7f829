// What stands around statements: structures, variables of the file, helpers, the kernel itself.
#include "tests/fuzz/kernel_grammar.h"

#include "tests/fuzz/kernel_writer.h"

namespace tilescope::fuzz {

std::uint64_t Random::next() {
  if (!bytes_.empty()) {
    const unsigned char byte = bytes_.front();
    bytes_ = bytes_.subspan(1);
    state_ = state_ * 257 + byte + 1;
    return byte;
  }
  std::uint64_t z = state_ += 0x9e3779b97f4a7c15U;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
  return z ^ (z >> 31);
}

void Writer::structures() {
  for (int n = random_.between(0, 2); n > 0; --n) {
    auto form = std::make_unique<Form>(Form{fresh("S"), Form::Sort::structure});
    open({"struct ", form->name});
    for (int fields = random_.between(1, 4); fields > 0; --fields) {
      const bool is_inner = random_.chance(15);
      const Form& inner = random_.chance(50) || structures_.empty() ? random_.one_of(vectors) : *structures_.back();
      const Form& one = is_inner ? inner : random_.one_of(numbers);
      Field field{fresh("f"), &one, random_.chance(25) ? random_.between(1, 5) : 0};
      line({one.name, " ", field.name, field.count > 0 ? all({"[", of(field.count), "]"}) : "", ";"});
      form->fields.push_back(std::move(field));
    }
    for (const Field& field : form->fields)
      names_.push_back({.text = field.name,
                        .form = field.form,
                        .sides = field.count > 0 ? std::vector<int>{field.count} : std::vector<int>{}});
    if (random_.chance(60)) methods(*form);
    close(";");
    structures_.push_back(form.get());
    made_.push_back(std::move(form));
  }
}

void Writer::methods(Form& form) {
  form.has_methods = true;
  open({"__device__ float touch(int by)"});
  names_.push_back({.text = "by", .form = &whole});
  calls_left_ = 0;
  for (int n = random_.between(1, 2); n > 0; --n) assign();
  line({"return ", number(2), ";"});
  close();
  if (!random_.chance(50)) return;
  form.adds = true;
  open({"__device__ ", form.name, " operator+(const ", form.name, "& other) const"});
  line({form.name, " sum = *this;"});
  const Field& field = form.fields.front();
  if (field.count == 0 && field.form->sort != Form::Sort::structure)
    line({"sum.", field.name, " = sum.", field.name, " + other.", field.name, ";"});
  line({"return sum;"});
  close();
}

void Writer::file_variables() {
  for (int n = random_.between(0, 3); n > 0; --n) {
    const Form& form = random_.chance(80) ? shared_form() : some_form();
    const bool is_constant = random_.chance(40);
    Name name{.text = fresh("g"), .form = &form, .home = Name::Home::global, .is_constant = is_constant};
    if (random_.chance(75)) name.sides.push_back(random_.between(1, 24));
    if (random_.chance(20)) name.sides.push_back(random_.between(1, 6));
    std::string sides, first;
    for (const int side : name.sides) sides += all({"[", of(side), "]"});
    if (random_.chance(30) && form.sort != Form::Sort::structure && name.sides.size() < 2)
      first =
          name.sides.empty() ? all({" = ", of(random_.between(0, 90))}) : all({" = {", of(random_.between(0, 9)), "}"});
    line({is_constant ? "__constant__ " : "__device__ ", form.name, " ", name.text, sides, first, ";"});
    names_.push_back(std::move(name));
  }
}

void Writer::parameter_list(Helper& made, std::string& list) {
  using How = Helper::Parameter::How;
  static constexpr How hows[] = {How::value, How::value, How::pointer, How::reference};
  for (int n = random_.between(0, 4); n > 0; --n) {
    const How how = tidy_ ? How::value : random_.one_of(hows);
    const Form& form = random_.chance(70) ? random_.one_of(numbers) : some_form();
    Name name{.text = fresh("p"), .form = &form, .is_pointer = how == How::pointer};
    list += all({list.empty() ? "" : ", ", form.name,
                 how == How::pointer     ? " *"
                 : how == How::reference ? " &"
                                         : " ",
                 name.text});
    made.parameters.push_back({&form, how});
    names_.push_back(std::move(name));
  }
}

void Writer::helper() {
  Helper made{.name = fresh("h")};
  made.result = random_.chance(70) ? random_.one_of(numbers).name : "void";
  const std::size_t begin = names_.size();
  std::string list, before;
  if (random_.chance(30)) {
    before = "template <int M> ";
    made.templates = {"1", "3", "4", "(2 + 3)"};
    names_.push_back({.text = "M", .form = &whole, .is_constant = true});
  }
  parameter_list(made, list);
  static constexpr const char* words[] = {"__device__ ", "__device__ __forceinline__ ", "__device__ inline ",
                                          "static __device__ ", "__host__ __device__ "};
  // A host's function may not touch what is the device's.
  const char* const word = random_.one_of(words);
  open({before, std::string_view(word) == words[4] ? words[0] : word, made.result, " ", made.name, "(", list, ")"});
  returns_ = made.result;
  calls_left_ = 1;
  statements_left_ = random_.between(2, 7);
  statements(random_.between(1, 4));
  if (made.result != "void") line({"return ", number(3), ";"});
  close();
  names_.resize(begin);
  helpers_.push_back(std::move(made));
}

void Writer::kernel_parameters(std::string& list) {
  const int arrays = random_.between(1, 5), count = arrays + random_.between(1, 4);
  for (int n = 0; n < count; ++n) {
    const bool is_array = n < arrays;
    const Form& form = is_array ? shared_form() : random_.chance(85) ? random_.one_of(numbers) : some_form();
    Name name{.text = fresh(is_array ? "a" : "n"), .form = &form, .is_pointer = is_array};
    if (is_array) name.home = Name::Home::global;
    if (is_array && n > 0) name.is_constant = random_.chance(tidy_ ? 45 : 20);
    const std::string_view qualifier = name.is_constant ? "const " : is_array && random_.chance(8) ? "volatile " : "";
    const bool is_volatile = qualifier == "volatile " && form.sort != Form::Sort::structure;
    name.is_volatile = is_volatile;
    list += all({list.empty() ? "" : ", ", name.is_constant || is_volatile ? qualifier : "", form.name,
                 is_array ? random_.chance(15) ? " *__restrict__ " : " *" : " ", name.text});
    names_.push_back(std::move(name));
  }
}

void Writer::shared_variables() {
  for (int n = random_.between(0, 2); n > 0; --n) {
    const Form& form = shared_form();
    Name name{.text = fresh("s"), .form = &form, .home = Name::Home::shared};
    for (int sides = random_.chance(10) ? 0 : random_.chance(30) ? 2 : 1; sides > 0; --sides)
      name.sides.push_back(random_.one_of({1, 3, 8, 16, 32, 64}));
    std::string sides;
    for (const int side : name.sides) sides += all({"[", of(side), "]"});
    line({"__shared__ ", form.name, " ", name.text, sides, ";"});
    names_.push_back(std::move(name));
  }
  if (random_.chance(20)) {
    const Form& form = tidy_ ? shared_form() : random_.one_of(numbers);
    line({"extern __shared__ ", form.name, " dynamic[];"});
    names_.push_back({.text = "dynamic", .form = &form, .home = Name::Home::shared, .is_pointer = true});
  }
}

void Writer::kernel() {
  std::string list;
  const std::size_t begin = names_.size();
  const bool is_template = random_.chance(12);
  kernel_parameters(list);
  if (is_template) line({"template <int M = ", of(random_.between(1, 9)), ">"});
  open({"__global__ ", random_.chance(8) ? "__launch_bounds__(1024) " : "", "void k(", list, ")"});
  if (is_template) names_.push_back({.text = "M", .form = &whole, .is_constant = true});
  line({"const int tid = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);"});
  line(
      {"const int gid = tid + blockDim.x * blockDim.y * blockDim.z * (blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y "
       "* "
       "blockIdx.z));"});
  names_.push_back({.text = "tid", .form = &whole, .is_constant = true});
  names_.push_back({.text = "gid", .form = &whole, .is_constant = true});
  in_kernel_ = true;
  returns_ = "void";
  calls_left_ = 4;
  statements_left_ = random_.one_of({6, 10, 16, 24, 40});
  shared_variables();
  for (int n = random_.between(1, 4); n > 0; --n) declare_loaded();
  if (random_.chance(40)) declare_array();
  while (statements_left_ > 0) statements(random_.between(2, 6));
  for (int n = random_.between(1, 3); n > 0; --n) keep();
  close();
  names_.resize(begin);
}

void Writer::declare_array() {
  const Form& form = random_.chance(80) ? random_.one_of(numbers) : some_form();
  Name name{.text = fresh("l"), .form = &form};
  name.sides.push_back(random_.between(1, 9));
  if (random_.chance(20)) name.sides.push_back(random_.between(1, 4));
  std::string sides, first;
  for (const int side : name.sides) sides += all({"[", of(side), "]"});
  if (random_.chance(60)) first = " = {}";
  if (random_.chance(25) && form.sort != Form::Sort::structure && name.sides.size() == 1)
    first = all({" = {(", form.name, ")", number(1), "}"});
  line({form.name, " ", name.text, sides, first, ";"});
  names_.push_back(std::move(name));
}

void Writer::declare_pointer() {
  const Form& form = random_.chance(80) ? random_.one_of(numbers) : some_form();
  Name name{.text = fresh("q"), .form = &form, .is_pointer = true, .is_constant = tidy_};
  const std::string first = pointer(form, 2);
  line({tidy_ ? "const " : "", form.name, " *", name.text, " = ", first, ";"});
  names_.push_back(std::move(name));
}

// What most kernels begin with.
void Writer::declare_loaded() {
  const Place at = place(nullptr, false, 1);
  if (at.is_none()) return;
  const Form& form = random_.chance(60) ? *at.form : random_.one_of(numbers);
  names_.push_back({.text = fresh("v"), .form = &form});
  line({form.name, " ", names_.back().text, " = ", at.text, ";"});
}

// What most kernels end with, so that it matters what there is.
void Writer::keep() {
  std::vector<const Name*> arrays, values;
  for (const Name& name : names_) {
    const bool is_array = name.is_pointer && name.home == Name::Home::global && !name.is_constant;
    if (is_array && name.form->sort != Form::Sort::structure) arrays.push_back(&name);
    if (name.home == Name::Home::own && !name.is_pointer && name.sides.empty() &&
        name.form->sort != Form::Sort::structure)
      values.push_back(&name);
  }
  if (arrays.empty() || values.empty()) return assign();
  const Name& to = *arrays[random_.below(arrays.size())];
  line({to.text, "[gid] ", random_.one_of({"= ", "= ", "+= "}), values[random_.below(values.size())]->text, ";"});
}

void Writer::declare() {
  switch (random_.below(9)) {
    case 0:
    case 8: return declare_array();
    case 1: return declare_pointer();
    case 2: {
      const Form& form = structures_.empty() || random_.chance(50) ? random_.one_of(vectors) : *structures_.front();
      const std::string first = aggregate(form, 2);
      names_.push_back({.text = fresh("c"), .form = &form});
      line({form.name, " ", names_.back().text, " = ", first, ";"});
      return;
    }
    case 3: {
      const Place at = place(nullptr, true, 2);
      if (at.is_none() || !at.is_plain || tidy_) break;
      const std::string name = fresh("r");
      line({at.form->name, " &", name, " = ", at.text, ";"});
      names_.push_back({.text = name, .form = at.form});
      return;
    }
    default: break;
  }
  const Form& form = random_.one_of(numbers);
  const std::string first = number(3);
  const bool is_constant = random_.chance(15);
  names_.push_back({.text = fresh("v"), .form = &form, .is_constant = is_constant});
  if (is_constant || random_.chance(90))
    line({is_constant ? "const " : "", form.name, " ", names_.back().text, " = ", first, ";"});
  else
    line({form.name, " ", names_.back().text, ";"});
}

std::string random_kernel(Random& random) { return Writer(random).write(); }

}  // namespace tilescope::fuzz
