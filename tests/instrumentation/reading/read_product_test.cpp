// Which kernels are products, found by trying alone: neither names nor the text's own launches are looked at.
#include "instrumentation/reading/read_product.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <charconv>
#include <fstream>
#include <iterator>

#include "instrumentation/language/program.h"
#include "tests/support/text_kernels.h"

namespace tilescope::test {
namespace {

struct Tried {
  std::shared_ptr<const machine::Prepared> prepared;
  std::optional<reading::ProductReading> found;
};

Tried read_text(const std::string& text, const std::string& kernel, const std::vector<reading::Number>& by_name = {}) {
  const language::Program program = language::read(text);
  const language::Kernel* const entry = program.kernel(kernel);
  if (entry == nullptr || !entry->runnable) throw std::runtime_error(kernel + " cannot run");
  Tried tried{std::make_shared<machine::Prepared>(program, *entry), {}};
  reading::ProductHints known;
  for (const language::Knob& knob : entry->knobs) {
    std::int64_t number = 0;
    if (std::from_chars(knob.value.data(), knob.value.data() + knob.value.size(), number).ec == std::errc())
      known.launch.numbers.push_back(number);
  }
  known.by_name = by_name;
  tried.found = reading::read_product(*tried.prepared, known);
  return tried;
}

Tried read_file(const std::string& file, const std::string& kernel, const std::vector<reading::Number>& by_name = {}) {
  std::ifstream in(texts_folder() + "/language/collection/" + file, std::ios::binary);
  if (!in) throw std::runtime_error("there is no " + file);
  return read_text({std::istreambuf_iterator<char>(in), {}}, kernel, by_name);
}

// "c' = a * b", where ' says that a matrix lies by columns; or "none".
std::string in_words(const Tried& tried) {
  if (!tried.found) return "none";
  const auto name = [&](const reading::Matrix& matrix) {
    return tried.prepared->code().arrays[matrix.array].name + (matrix.by_columns ? "'" : "");
  };
  const reading::Product& product = tried.found->product;
  return fmt::format("{} = {} * {}{}", name(product.c), name(product.a), name(product.b),
                     tried.found->is_right() ? "" : ", with mistakes");
}

struct Case {
  const char *file, *kernel, *reading;
};

void expect_readings(std::initializer_list<Case> cases) {
  for (const Case& one : cases) EXPECT_EQ(in_words(read_file(one.file, one.kernel)), one.reading) << one.kernel;
}

TEST(Reading, FindsProductsWhateverTheirNames) {
  expect_readings({
      {"product/chinese_tiled_bom.cu", "juzhen_chengfa", "jieguo = jia * yi"},
      {"product/umnozhenie_russkij.cu", "umnozhit", "itog = levaya * pravaya"},
      {"product/producto_espanol.cu", "productoMatrices", "resultado = izquierda * derecha"},
      {"product/multiplicacao_portugues_passada.cu", "multiplica", "saida = esquerda * direita"},
      {"product/produit_francais_crlf.cu", "produit", "res = gauche * droite"},
      {"product/matrixprodukt_deutsch_umlaute.cu", "matrixprodukt", "ergebnis = linke * rechte"},
      {"product/naive_width_textbook.cu", "MatrixMulKernel", "P = M * N"},
      {"product/golfed_on_one_line.cu", "mm", "c = a * b"},
      {"product/pointer_walk_old_c.cu", "mm_walk", "z = x * y"},
      {"product/dynamic_shared_carved_in_two.cu", "mmDyn", "d_c = d_a * d_b"},
      {"product/shared_struct_tiles_with_methods.cu", "mm_stages", "r = p * q"},
      {"product/typed_dynamic_shared_selector.cu", "tall_skinny", "out = tall * small"},
      {"product/persistent_blocks_fetch_tiles.cu", "mm_persistent", "C = A * B"},
      {"product/dgemm_axpy_old_mac_cr.cu", "dgemm_col", "c' = a' * b'"},
      {"product/array_references_as_helper_parameters.cu", "mm_ref", "c = a * b"},
      {"product/tiled_mds_nds_phases.cu", "tiledMatrixMul", "P = M * N"},
      {"product/sgemm_blocktile_1d_advancing_pointers.cu", "sgemm1DBlocktiling", "C = A * B"},
      {"product/whitesmiths_tabs.cu", "Product", "Out = Left * Right"},
      {"files_a/nn_layers.cu", "linear_backward_input", "dx = dy * w"},
      {"files_a/nn_layers.cu", "linear_backward_weights", "dw = dy' * x"},
  });
}

// Threads in a row say nothing of how wide a tile is.
TEST(Reading, FindsMoreWhereNumbersAreCalledSo) {
  using reading::Side;
  const Tried tried =
      read_file("product/block_swizzle_grouped_rows.cu", "mm_swizzled", {{Side::m, 0}, {Side::n, 0}, {Side::k, 0}});
  EXPECT_EQ(in_words(tried), "o = x * w");
}

TEST(Reading, FindsNoneWhereThereIsNone) {
  expect_readings({
      {"product/symmetric_left_lower_stored.cu", "dsymm", "none"},
      {"product/triangular_product_trmm.cu", "upper_times_upper", "none"},
      {"product/gram_matrix_syrk_xor_columns.cu", "syrk", "none"},
      {"product/min_plus_shortest_paths.cu", "minplus", "none"},
      {"product/bool_semiring_reachability.cu", "bool_mm", "none"},
      {"product/batched_strided_3d_launch.cu", "batched_4x4", "none"},
      {"product/csr_spmv_scalar_and_vector.cu", "spmv_csr_scalar", "none"},
      {"product/epilogue_activation_switch.cu", "linear_act", "none"},
      {"product/functor_epilogue_by_value.cu", "gemm_scale_bias", "none"},
      {"product/convolution_as_implicit_gemm.cu", "conv_gemm", "none"},
      {"other/compact_nonzero_ballot_prefix.cu", "compact_float", "none"},
      {"other/sort_bucket_scatter_one_liners.cu", "bucket_fill", "none"},
      {"other/tridiagonal_thomas_and_cyclic_reduction.cu", "thomasInterleaved", "none"},
  });
}

// A tiled product, one of whose parts can be another.
std::string tiled(const std::string& sum, const std::string& bound, const std::string& guard) {
  return "#define W 4\n"
         "__global__ void f(float* o, const float* u, const float* v, int p, int q, int r) {\n"
         "  __shared__ float s[W][W], t[W][W];\n"
         "  const int y = blockIdx.y * W + threadIdx.y, x = blockIdx.x * W + threadIdx.x;\n  float z = 0;\n"
         "  for (int i = 0; i < r; i += W) {\n"
         "    s[threadIdx.y][threadIdx.x] = y < p && i + threadIdx.x < r ? u[y * r + i + threadIdx.x] : 0;\n"
         "    t[threadIdx.y][threadIdx.x] = i + threadIdx.y < r && x < q ? v[(i + threadIdx.y) * q + x] : 0;\n"
         "    __syncthreads();\n    for (int k = 0; k < " +
         bound + "; ++k) " + sum + ";\n    __syncthreads();\n  }\n  if (" + guard + ") o[y * q + x] = z;\n}\n";
}
const char* const multiply_add = "z += s[threadIdx.y][k] * t[k][threadIdx.x]";
const char* const inside = "y < p && x < q";

TEST(Reading, KnowsAProductByItsMistakes) {
  const auto of = [](const std::string& text) { return in_words(read_text(text, "f")); };
  EXPECT_EQ(of(tiled(multiply_add, "W", inside)), "o = u * v");
  EXPECT_EQ(of(tiled(multiply_add, "W - 1", inside)), "o = u * v, with mistakes");
  EXPECT_EQ(of(tiled("z -= s[threadIdx.y][k] * t[k][threadIdx.x]", "W", inside)), "o = u * v, with mistakes");
  EXPECT_EQ(of(tiled(multiply_add, "W", "y < p && x < q - 1")), "o = u * v, with mistakes");
  EXPECT_EQ(of(tiled("z += s[threadIdx.y][k] + t[k][threadIdx.x]", "W", inside)), "none");
  EXPECT_EQ(of(tiled("z += s[threadIdx.y][k] * s[k][threadIdx.x]", "W", inside)), "none");
}

// Each element by a thread of its own.
std::string summed(const std::string& one) {
  return "__global__ void f(float* o, const float* u, const float* v, int p, int q, int r) {\n"
         "  const int y = blockIdx.y * blockDim.y + threadIdx.y, x = blockIdx.x * blockDim.x + threadIdx.x;\n"
         "  if (y >= p || x >= q) return;\n  float z = 0;\n  for (int k = 0; k < r; ++k) z += " +
         one + ";\n  o[y * q + x] = z;\n}\n";
}

TEST(Reading, IsNotMisledByOneFactorThatIsTakenRight) {
  const auto of = [](const std::string& one) { return in_words(read_text(summed(one), "f")); };
  EXPECT_EQ(of("u[y * r + k] * v[k * q + x]"), "o = u * v");
  EXPECT_EQ(of("u[y * r + k] * v[k * q]"), "none");
  EXPECT_EQ(of("u[k] * v[k * q + x]"), "none");
  // A filter that slides along a signal, rows that are scaled, and distances are right as they are.
  EXPECT_EQ(of("u[y * r + k] * v[k + x]"), "none");
  EXPECT_EQ(of("u[y * r + k] * v[x]"), "none");
  EXPECT_EQ(of("u[y * r + k] + v[k * q + x]"), "none");
  EXPECT_EQ(of("(u[y * r + k] - v[k * q + x]) * (u[y * r + k] - v[k * q + x])"), "none");
}

TEST(Reading, KnowsWithWhichSidesAProductFails) {
  const Tried tried = read_text(
      "__global__ void f(float* o, const float* u, const float* v, int n) {\n"
      "  const int at = blockIdx.x * blockDim.x + threadIdx.x, y = at / n, x = at % n;\n  float z = 0;\n"
      "  for (int k = 0; k < n; ++k) z += u[y * n + k] * v[k * n + x];\n  o[at] = z;\n}\n",
      "f");
  ASSERT_TRUE(tried.found);
  EXPECT_TRUE(tried.found->is_trusted());
  EXPECT_GT(tried.found->fails[0], 0);
}

TEST(Reading, TellsHowALaunchOfAnotherSizeIsCut) {
  const Tried tried = read_text(tiled(multiply_add, "W", inside), "f");
  ASSERT_TRUE(tried.found);
  EXPECT_EQ(tried.found->setting.block, (std::array<std::int64_t, 3>{4, 4, 1}));
  EXPECT_EQ(tried.found->cover.grid(10, 17), (std::array<std::int64_t, 3>{5, 3, 1}));
  using reading::Side;
  EXPECT_EQ(tried.found->scalars, (std::vector<reading::Number>{{Side::m, 0}, {Side::n, 0}, {Side::k, 0}}));
}

}  // namespace
}  // namespace tilescope::test
